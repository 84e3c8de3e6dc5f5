import type { ParentId, RecordedEntry } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { day } from '../nights.ts'
import { entry, only, shownPeople, view } from '../record/history/shown-history.ts'

const what = (more: Partial<RecordedEntry>) => only(entry(more)).what

/** A change as this parent reads it. */
const read = (
  entries: Partial<RecordedEntry>[],
  reader: ParentId | null = 'a',
  language = 'en',
): string | undefined =>
  view(entries.map(entry), { people: shownPeople(reader), wording: wordingFor(language) }).days[0]
    ?.changes[0]?.what

t.test('people have names, never addresses', async t => {
  t.equal(
    what({ actorKind: 'calendar', actor: null }),
    'Robin was given Saturday 21 in the calendar',
  )
  t.equal(what({ actor: null }), 'Someone gave Robin Saturday 21')
  t.equal(what({ actor: 'alex@example.com' }), 'Alex gave Robin Saturday 21')
  t.equal(what({ actor: 'grandma.kim@example.com' }), 'Grandma Kim gave Robin Saturday 21')
  t.equal(what({ actor: 'anne-marie+nights@example.com' }), 'Anne-Marie gave Robin Saturday 21')
  t.equal(what({ actor: 'élodie2@example.com' }), 'Élodie2 gave Robin Saturday 21')
})

const locked = { caregiver: 'a', override: true } as const
const robins = { caregiver: 'b', override: true } as const
const dana = { caregiver: 'babysitter', babysitterName: 'Dana', override: true } as const
const free = { caregiver: 'a', override: false } as const
const open = { caregiver: null } as const
const byRobin = { actor: 'robin@example.com' }
const inCalendar = { actorKind: 'calendar', actor: null } as const
const about = { night: null, before: null, after: null }
const swap: Partial<RecordedEntry>[] = [
  { action: 'nights-swapped' },
  { action: 'nights-swapped', night: day('2026-11-23'), before: { caregiver: 'b' }, after: locked },
]
const undone = { action: 'change-undone' } as const

t.test('a night has a sentence from the side of who changed it, to each reader', async t => {
  const rows: [Partial<RecordedEntry>[], Record<'a' | 'b' | 'other', string>][] = [
    [
      [{}],
      {
        a: 'You gave Robin Saturday 21',
        b: 'Alex gave you Saturday 21',
        other: 'Alex gave Robin Saturday 21',
      },
    ],
    [
      [byRobin],
      {
        a: 'Robin took Saturday 21 from you',
        b: 'You took Saturday 21 from Alex',
        other: 'Robin took Saturday 21 from Alex',
      },
    ],
    [
      [inCalendar],
      {
        a: 'Robin was given Saturday 21 in the calendar',
        b: 'You were given Saturday 21 in the calendar',
        other: 'Robin was given Saturday 21 in the calendar',
      },
    ],
    [
      [{ before: open, after: locked }],
      { a: 'You took Saturday 21', b: 'Alex took Saturday 21', other: 'Alex took Saturday 21' },
    ],
    [
      [{ before: free, after: locked }],
      {
        a: 'You locked Saturday 21',
        b: 'Alex locked Saturday 21',
        other: 'Alex locked Saturday 21',
      },
    ],
    [
      [{ action: 'babysitter-booked', after: dana }],
      {
        a: 'You booked Dana for Saturday 21',
        b: 'Alex booked Dana for Saturday 21',
        other: 'Alex booked Dana for Saturday 21',
      },
    ],
    [
      [{ ...inCalendar, action: 'babysitter-booked', after: dana }],
      {
        a: 'Dana was given Saturday 21 in the calendar',
        b: 'Dana was given Saturday 21 in the calendar',
        other: 'Dana was given Saturday 21 in the calendar',
      },
    ],
    [
      swap,
      {
        a: 'You swapped Saturday 21 for Robin’s Monday 23',
        b: 'Alex swapped Saturday 21 for your Monday 23',
        other: 'Alex swapped Saturday 21 for Robin’s Monday 23',
      },
    ],
    [
      swap.map(each => ({ ...each, ...byRobin })),
      {
        a: 'Robin swapped Monday 23 for your Saturday 21',
        b: 'You swapped Monday 23 for Alex’s Saturday 21',
        other: 'Robin swapped Monday 23 for Alex’s Saturday 21',
      },
    ],
    [
      [{ action: 'night-unlocked', ...byRobin, before: dana, after: free }],
      {
        a: 'Robin unlocked Saturday 21, so you have it',
        b: 'You unlocked Saturday 21, so Alex has it',
        other: 'Robin unlocked Saturday 21, so Alex has it',
      },
    ],
    [
      [{ action: 'night-unlocked', before: locked, after: free }],
      {
        a: 'You unlocked Saturday 21',
        b: 'Alex unlocked Saturday 21',
        other: 'Alex unlocked Saturday 21',
      },
    ],
    [
      [{ action: 'night-unlocked', before: locked, after: open }],
      {
        a: 'You unlocked Saturday 21, and no one has it now',
        b: 'Alex unlocked Saturday 21, and no one has it now',
        other: 'Alex unlocked Saturday 21, and no one has it now',
      },
    ],
    [
      [{ ...undone, before: robins, after: free }],
      {
        a: 'You undid: you have Saturday 21',
        b: 'Alex undid: Alex has Saturday 21',
        other: 'Alex undid: Alex has Saturday 21',
      },
    ],
    [
      [{ ...undone, ...byRobin, before: dana, after: open }],
      {
        a: 'Robin undid: no one has Saturday 21',
        b: 'You undid: no one has Saturday 21',
        other: 'Robin undid: no one has Saturday 21',
      },
    ],
    [
      [
        { ...undone, before: robins, after: free },
        { ...undone, night: day('2026-11-23'), before: locked, after: { caregiver: 'b' } },
      ],
      {
        a: 'You undid: you have Saturday 21 and Robin has Monday 23',
        b: 'Alex undid: Alex has Saturday 21 and you have Monday 23',
        other: 'Alex undid: Alex has Saturday 21 and Robin has Monday 23',
      },
    ],
    [
      [{ action: 'night-replanned', after: free, before: { caregiver: 'b' } }],
      {
        a: 'The plan gave you Saturday 21',
        b: 'The plan gave Alex Saturday 21',
        other: 'The plan gave Alex Saturday 21',
      },
    ],
  ]
  for (const [entries, said] of rows) {
    t.equal(read(entries, 'a'), said.a)
    t.equal(read(entries, 'b'), said.b)
    t.equal(read(entries, null), said.other)
  }
})

t.test('a night of another month has its month, and one of another year its year', async t => {
  t.equal(what({ night: day('2026-12-04') }), 'Alex gave Robin Friday 4 December')
  t.equal(what({ night: day('2027-01-02') }), 'Alex gave Robin Saturday 2 January 2027')
})

t.test('every other kind of change has its line', async t => {
  const span = { from: '2026-11-21', to: '2026-11-24', nights: 4, caregivers: {} }
  const away = { id: '1', parent: 'b', from: '2026-12-04', to: '2026-12-06' }
  const oneNight = { ...away, parent: 'a', to: '2026-12-04' }
  const work = { source: '1', parent: 'a', name: 'Work', nights: 4 }
  const firstDay = { before: { weekStart: 1 }, after: { weekStart: 7 } }
  const bath = { action: 'night-noted', before: null, after: { note: 'Bath' } }
  const rows: [Partial<RecordedEntry>[], string][] = [
    [
      [{ ...about, ...undone, before: away }],
      'You undid: Robin is no longer away Friday 4 to Sunday 6 December',
    ],
    [
      [{ ...about, action: 'absence-added', after: away }],
      'You noted: Robin is away Friday 4 to Sunday 6 December',
    ],
    [
      [{ ...about, ...byRobin, action: 'absence-added', after: away }],
      'Robin is away Friday 4 to Sunday 6 December',
    ],
    [
      [{ ...about, ...byRobin, action: 'absence-added', after: oneNight }],
      'Robin noted: you are away Friday 4 December',
    ],
    [
      [{ ...about, action: 'absence-removed', before: oneNight }],
      'You are no longer away Friday 4 December',
    ],
    [
      [{ ...about, action: 'absence-source-added', after: work }],
      'You take absences from “Work”: 4 nights away',
    ],
    [
      [{ ...about, action: 'absence-source-removed', before: work }],
      'You no longer take absences from “Work”',
    ],
    [
      [
        {
          ...about,
          actorKind: 'schedule',
          actor: null,
          action: 'source-absences-changed',
          before: work,
          after: { ...work, nights: 0 },
        },
      ],
      '“Work” now says you are away on no night',
    ],
    [
      [{ ...about, action: 'settings-changed', ...firstDay }],
      'You changed the settings: First day of the week',
    ],
    [
      [{ ...about, ...byRobin, action: 'change-undone', ...firstDay }],
      'Robin restored earlier settings: First day of the week',
    ],
    [
      [
        {
          ...about,
          ...byRobin,
          action: 'settings-changed',
          before: { 'parents.a.name': null },
          after: { 'parents.a.name': 'Alex' },
        },
      ],
      'Set up by Robin',
    ],
    [
      [{ ...about, action: 'calendar-disconnected', before: { calendarName: 'Family' } }],
      'You disconnected the calendar: Family',
    ],
    [[bath], 'You wrote a note for Saturday 21: “Bath”'],
    [
      [{ ...bath, before: { note: 'Bath' }, after: null }],
      'You removed the note for Saturday 21: “Bath”',
    ],
    [[{ ...bath, action: 'change-undone' }], 'You undid: Saturday 21 has the note “Bath”'],
    [
      [{ ...bath, action: 'change-undone', before: { note: 'Bath' }, after: null }],
      'You undid: Saturday 21 has no note',
    ],
    [
      [{ ...byRobin, action: 'night-weighed', after: { weight: 2 } }],
      'Robin noted: Saturday 21 counts 2 nights',
    ],
    [
      [{ ...byRobin, action: 'change-undone', after: { weight: 1 } }],
      'Robin undid: Saturday 21 counts as usual',
    ],
    [
      [{ ...about, action: 'nights-planned', after: span }],
      '4 nights planned: Saturday 21 to Tuesday 24 November',
    ],
    [
      [{ ...about, action: 'nights-unplanned', before: span }],
      '4 nights no longer planned: Saturday 21 to Tuesday 24 November',
    ],
    [
      [
        { action: 'night-replanned', after: free, before: { caregiver: 'b' } },
        {
          action: 'night-replanned',
          night: day('2026-11-22'),
          before: free,
          after: { caregiver: 'b' },
        },
        { ...about, action: 'nights-planned', after: span },
      ],
      '2 nights moved',
    ],
    [
      [{ action: 'edit-rejected', before: null, after: { because: 'moved' } }],
      'Calendar edit reverted: Saturday 21 November',
    ],
    [
      [{ action: 'event-restored', before: null, after: {} }],
      'Deleted event restored: Saturday 21 November',
    ],
    [
      ['21', '23', '24'].map(date => ({
        action: 'event-restored',
        night: day(`2026-11-${date}`),
      })),
      'Deleted events restored: Saturday 21 November, Monday 23 November and Tuesday 24 November',
    ],
    [
      ['21', '23'].map(date => ({ action: 'edit-rejected', night: day(`2026-11-${date}`) })),
      'Calendar edits reverted: Saturday 21 November and Monday 23 November',
    ],
    [[{ ...about, action: 'something-of-tomorrow' }], 'You changed something'],
    [
      ['21', '22', '23', '24'].map(date => ({ night: day(`2026-11-${date}`) })),
      'You changed 4 nights',
    ],
  ]
  for (const [entries, said] of rows) t.equal(read(entries), said)
})

t.test('what one parent asked of the other, and what became of it, has its line', async t => {
  const asked = { ask: '1', parent: 'b', word: null, returnNight: null }
  const back = { returnNight: '2026-11-23' }
  const rows: [Partial<RecordedEntry>[], string][] = [
    [
      [{ action: 'night-asked', before: null, after: asked }],
      'Robin asked Alex to take Saturday 21 November',
    ],
    [
      [{ action: 'night-asked', before: null, after: { ...asked, word: 'Choir' } }],
      'Robin asked Alex to take Saturday 21 November: “Choir”',
    ],
    [
      [{ action: 'night-asked', before: null, after: { ...asked, parent: 'a', ...back } }],
      'Alex asked Robin to take Saturday 21 November in return for Monday 23 November',
    ],
    [
      [{ action: 'ask-accepted', before: null, after: { ...asked, ...back } }],
      'Alex takes Saturday 21 November for Robin in return for Monday 23 November',
    ],
    [
      [{ action: 'ask-declined', before: null, after: asked }],
      'Alex can’t take Saturday 21 November',
    ],
    [
      [{ action: 'ask-withdrawn', before: null, after: asked }],
      'Robin no longer asks Alex to take Saturday 21 November',
    ],
    [
      [{ action: 'ask-ended', before: null, after: { ...asked, because: 'over' } }],
      'No answer about Saturday 21 November',
    ],
    [
      [{ action: 'ask-ended', before: null, after: { ...asked, because: 'moved' } }],
      'Robin no longer has Saturday 21 November, so there is nothing left to answer',
    ],
    [
      [{ action: 'ask-ended', before: null, after: { ...asked, ...back, because: 'return' } }],
      'Monday 23 November can’t be the night in return for Saturday 21 November any more, so there is nothing left to answer',
    ],
  ]
  for (const [entries, said] of rows) t.equal(read(entries, null), said)
  const [question] = rows
  t.equal(read(question?.[0] ?? [], 'a'), 'Robin asked you to take Saturday 21 November')
})

t.test('the same in French', async t => {
  const away = { id: '1', parent: 'b', from: '2026-12-04', to: '2026-12-06' }
  const rows: [Partial<RecordedEntry>[], string, string][] = [
    [[{}], 'Vous avez confié le samedi 21 à Robin', 'Alex vous a confié le samedi 21'],
    [[byRobin], 'Robin vous remplace le samedi 21', 'Vous remplacez Alex le samedi 21'],
    [
      [inCalendar],
      'Le samedi 21 a été confié à Robin dans l’agenda',
      'Le samedi 21 vous a été confié dans l’agenda',
    ],
    [
      swap,
      'Vous avez échangé le samedi 21 contre le lundi 23 avec Robin',
      'Alex a échangé le samedi 21 contre le lundi 23 avec vous',
    ],
    [
      [{ ...undone, before: robins, after: free }],
      'Vous avez annulé_: vous vous occupez du samedi 21',
      'Alex a annulé_: Alex s’occupe du samedi 21',
    ],
    [
      [{ ...about, action: 'absence-added', after: away }],
      'Vous avez noté_: Robin s’absente du vendredi 4 au dimanche 6 décembre',
      'Alex a noté_: vous vous absentez du vendredi 4 au dimanche 6 décembre',
    ],
    [
      [{ ...about, ...byRobin, action: 'absence-removed', before: away, after: null }],
      'Robin ne s’absente plus du vendredi 4 au dimanche 6 décembre',
      'Vous ne vous absentez plus du vendredi 4 au dimanche 6 décembre',
    ],
  ]
  for (const [entries, toAlex, toRobin] of rows) {
    t.equal(read(entries, 'a', 'fr')?.replaceAll('\u202f', '_'), toAlex)
    t.equal(read(entries, 'b', 'fr')?.replaceAll('\u202f', '_'), toRobin)
  }
})
