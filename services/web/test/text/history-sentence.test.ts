import type { ParentId, RecordedEntry } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { day } from '../nights.ts'
import { entry, shownPeople, view } from '../record/history/shown-history.ts'

type Change = Partial<RecordedEntry>

/** A change as this parent reads it. */
const read = (change: Change | Change[], reader: ParentId | null = 'a', language = 'en') =>
  view([change].flat().map(entry), {
    people: shownPeople(reader),
    wording: wordingFor(language),
  }).days[0]?.changes[0]?.what.replaceAll('\u202f', '_')

const locked = { caregiver: 'a', override: true } as const
const robins = { caregiver: 'b', override: true } as const
const dana = { caregiver: 'babysitter', babysitterName: 'Dana', override: true } as const
const free = { caregiver: 'a', override: false } as const
const open = { caregiver: null } as const
const byRobin = { actor: 'robin@example.com' }
const inCalendar = { actorKind: 'calendar', actor: null } as const
const undone = { action: 'change-undone' }
const unlocked = { action: 'night-unlocked', before: locked }
const booked = { action: 'babysitter-booked', after: dana }
const third = { night: day('2026-11-23') }
const swapped = { action: 'nights-swapped' }
const swap = [swapped, { ...swapped, ...third, before: { caregiver: 'b' }, after: locked } as const]
const two = [
  { ...undone, before: robins, after: free },
  { ...undone, ...third, before: locked, after: { caregiver: 'b' } } as const,
]
const replanned = { action: 'night-replanned', after: free, before: { caregiver: 'b' } } as const

t.test('a night has a sentence from the side of who changed it, to each reader', async t => {
  const rows: [Change | Change[], toAlex: string, toRobin: string][] = [
    [{}, 'You gave Robin Saturday 21', 'Alex gave you Saturday 21'],
    [byRobin, 'Robin took Saturday 21 from you', 'You took Saturday 21 from Alex'],
    [{ before: open, after: locked }, 'You took Saturday 21', 'Alex took Saturday 21'],
    [{ before: free, after: locked }, 'You locked Saturday 21', 'Alex locked Saturday 21'],
    [booked, 'You booked Dana for Saturday 21', 'Alex booked Dana for Saturday 21'],
    [
      { ...undone, ...two[0] },
      'You undid: you have Saturday 21',
      'Alex undid: Alex has Saturday 21',
    ],
    [replanned, 'The plan gave you Saturday 21', 'The plan gave Alex Saturday 21'],
    [{ ...unlocked, after: free }, 'You unlocked Saturday 21', 'Alex unlocked Saturday 21'],
    [
      inCalendar,
      'Robin was given Saturday 21 in the calendar',
      'You were given Saturday 21 in the calendar',
    ],
    [
      swap,
      'You swapped Saturday 21 for Robin’s Monday 23',
      'Alex swapped Saturday 21 for your Monday 23',
    ],
    [
      swap.map(each => ({ ...each, ...byRobin })),
      'Robin swapped Monday 23 for your Saturday 21',
      'You swapped Monday 23 for Alex’s Saturday 21',
    ],
    [
      { ...unlocked, ...byRobin, before: dana, after: free },
      'Robin unlocked Saturday 21, so you have it',
      'You unlocked Saturday 21, so Alex has it',
    ],
    [
      { ...unlocked, after: open },
      'You unlocked Saturday 21, and no one has it now',
      'Alex unlocked Saturday 21, and no one has it now',
    ],
    [
      two,
      'You undid: you have Saturday 21 and Robin has Monday 23',
      'Alex undid: Alex has Saturday 21 and you have Monday 23',
    ],
  ]
  for (const [change, toAlex, toRobin] of rows)
    t.same([read(change, 'a'), read(change, 'b')], [toAlex, toRobin])
  for (const [change, toOthers] of [
    [byRobin, 'Robin took Saturday 21 from Alex'],
    [swap, 'Alex swapped Saturday 21 for Robin’s Monday 23'],
    [{ ...inCalendar, ...booked }, 'Dana was given Saturday 21 in the calendar'],
    [{ ...undone, ...byRobin, before: dana, after: open }, 'Robin undid: no one has Saturday 21'],
    [{ actor: null }, 'Someone gave Robin Saturday 21'],
    [{ actor: 'grandma.kim@example.com' }, 'Grandma Kim gave Robin Saturday 21'],
    [{ actor: 'anne-marie+nights@example.com' }, 'Anne-Marie gave Robin Saturday 21'],
    [{ night: day('2026-12-04') }, 'Alex gave Robin Friday 4 December'],
    [{ night: day('2027-01-02') }, 'Alex gave Robin Saturday 2 January 2027'],
  ] as [Change | Change[], string][])
    t.equal(read(change, null), toOthers)
})

const about = { night: null, before: null, after: null }
const away = { id: '1', parent: 'b', from: '2026-12-04', to: '2026-12-06' }
const ownNight = { ...away, parent: 'a', to: '2026-12-04' }

const on = (date: string) => ({ night: day(`2026-11-${date}`) })

t.test('every other kind of change has its line', async t => {
  const span = { from: '2026-11-21', to: '2026-11-24', nights: 4, caregivers: {} }
  const work = { source: '1', parent: 'a', name: 'Work', nights: 4 }
  const week = { before: { weekStart: 1 }, after: { weekStart: 7 } }
  const bath = { note: 'Bath' }
  const noted = { action: 'night-noted', before: null, after: null }
  const weighed = { action: 'night-weighed', ...byRobin, before: null }
  const planned = { ...about, action: 'nights-planned', after: span }
  const named = { before: { 'parents.a.name': null }, after: { 'parents.a.name': 'Alex' } }
  const rows: [action: string, change: Change | Change[], said: string][] = [
    ['absence-added', { after: away }, 'You noted: Robin is away Friday 4 to Sunday 6 December'],
    [
      'absence-added',
      { ...byRobin, after: ownNight },
      'Robin noted: you are away Friday 4 December',
    ],
    ['absence-removed', { before: ownNight }, 'You are no longer away Friday 4 December'],
    ['absence-source-added', { after: work }, 'You take absences from “Work”: 4 nights away'],
    ['absence-source-removed', { before: work }, 'You no longer take absences from “Work”'],
    ['settings-changed', week, 'You changed the settings: First day of the week'],
    ['settings-changed', { ...byRobin, ...named }, 'Set up by Robin'],
    ['nights-planned', planned, '4 nights planned: Saturday 21 to Tuesday 24 November'],
    ['something-of-tomorrow', {}, 'You changed something'],
    [
      'night-noted',
      { ...noted, ...on('21'), after: bath },
      'You wrote a note for Saturday 21: “Bath”',
    ],
    ['edit-rejected', on('21'), 'Calendar edit reverted: Saturday 21 November'],
    [
      'night-weighed',
      { ...weighed, ...on('21'), after: { weight: 2 } },
      'Robin noted: Saturday 21 counts 2 nights',
    ],
    [
      'night-weighed',
      { ...weighed, ...on('21'), after: { weight: 1, ofItsOwn: true } },
      'Robin noted: Saturday 21 counts 1 night',
    ],
    [
      'night-noted',
      { ...noted, ...on('21'), before: bath },
      'You removed the note for Saturday 21: “Bath”',
    ],
    [
      'source-absences-changed',
      { actorKind: 'schedule', actor: null, before: work, after: { ...work, nights: 0 } },
      '“Work” now says you are away on no night',
    ],
    [
      'calendar-disconnected',
      { before: { calendarName: 'Family' } },
      'You disconnected the calendar: Family',
    ],
    [
      'nights-unplanned',
      { before: span },
      '4 nights no longer planned: Saturday 21 to Tuesday 24 November',
    ],
    [
      'event-restored',
      ['21', '23', '24'].map(on),
      'Deleted events restored: Saturday 21 November, Monday 23 November and Tuesday 24 November',
    ],
    [
      'change-undone',
      { before: away },
      'You undid: Robin is no longer away Friday 4 to Sunday 6 December',
    ],
    [
      'change-undone',
      { ...byRobin, ...week },
      'Robin restored earlier settings: First day of the week',
    ],
    ['change-undone', { ...on('21'), after: bath }, 'You undid: Saturday 21 has the note “Bath”'],
    ['change-undone', { ...on('21'), before: bath }, 'You undid: Saturday 21 has no note'],
    [
      'change-undone',
      { ...on('21'), before: { weight: 2 }, after: { weight: 1 } },
      'You undid: Saturday 21 counts as usual',
    ],
  ]
  for (const [action, change, said] of rows)
    t.equal(read([change].flat().map(each => ({ ...about, action, ...each }))), said)
  const range = (pattern: string) =>
    read({ ...about, ...byRobin, action: 'range-planned', after: { ...away, pattern } })
  for (const [pattern, how] of [
    ['turns', 'turn about'],
    ['halves', 'first half and second half'],
    ['a', 'all yours'],
    ['b', 'all Robin’s'],
    ['last-year', 'as last year'],
  ] as const)
    t.equal(range(pattern), `Robin planned Friday 4 to Sunday 6 December: ${how}`)
  t.equal(range('of tomorrow'), 'Robin changed something')
  const back = { ...undone, before: robins, after: free }
  t.equal(
    read(['21', '22', '23', '24'].map(date => ({ ...back, ...on(date) }))),
    'You undid: 4 nights, Saturday 21 to Tuesday 24 November',
  )
  const moved = { ...replanned, ...on('22'), before: free, after: { caregiver: 'b' } } as const
  t.equal(read([replanned, moved, planned]), '2 nights moved: Saturday 21 and Sunday 22')
  t.equal(read(['21', '22', '23', '24'].map(on)), 'You changed 4 nights')
})

t.test('what one parent asked of the other, and what became of it, has its line', async t => {
  const ask = { ask: '1', parent: 'b', word: null, returnNight: null }
  const back = { returnNight: '2026-11-23' }
  for (const [action, more, said] of [
    ['night-asked', {}, 'Robin asked Alex to take Saturday 21 November'],
    ['night-asked', { word: 'Choir' }, 'Robin asked Alex to take Saturday 21 November: “Choir”'],
    [
      'ask-accepted',
      back,
      'Alex takes Saturday 21 November for Robin in return for Monday 23 November',
    ],
    ['ask-declined', {}, 'Alex can’t take Saturday 21 November'],
    ['ask-withdrawn', {}, 'Robin no longer asks Alex to take Saturday 21 November'],
    ['ask-ended', { because: 'over' }, 'No answer about Saturday 21 November'],
    [
      'ask-ended',
      { because: 'moved' },
      'Robin no longer has Saturday 21 November, so there is nothing left to answer',
    ],
    [
      'ask-ended',
      { ...back, because: 'return' },
      'Monday 23 November can’t be the night in return for Saturday 21 November any more, so there is nothing left to answer',
    ],
  ] as const)
    t.equal(read({ action, before: null, after: { ...ask, ...more } }, null), said)
  const asked = { action: 'night-asked', before: null, after: { ...ask, ...back } }
  t.equal(
    read(asked),
    'Robin asked you to take Saturday 21 November in return for Monday 23 November',
  )
})

t.test('French has its own rules', async t => {
  for (const [change, toAlex, toRobin] of [
    [{}, 'Vous avez confié le samedi 21 à Robin', 'Alex vous a confié le samedi 21'],
    [byRobin, 'Robin vous remplace le samedi 21', 'Vous remplacez Alex le samedi 21'],
    [
      swap,
      'Vous avez échangé le samedi 21 contre le lundi 23 avec Robin',
      'Alex a échangé le samedi 21 contre le lundi 23 avec vous',
    ],
    [
      { ...undone, ...two[0] },
      'Vous avez annulé_: vous vous occupez du samedi 21',
      'Alex a annulé_: Alex s’occupe du samedi 21',
    ],
    [
      { ...about, action: 'absence-added', after: away },
      'Vous avez noté_: Robin s’absente du vendredi 4 au dimanche 6 décembre',
      'Alex a noté_: vous vous absentez du vendredi 4 au dimanche 6 décembre',
    ],
  ] as [Change | Change[], string, string][])
    t.same([read(change, 'a', 'fr'), read(change, 'b', 'fr')], [toAlex, toRobin])
})
