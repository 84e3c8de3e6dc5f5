import type { RecordedChange, RecordedEntry } from '@night-routine/database'
import { wording } from '@night-routine/wording'
import t from 'tap'
import { historyView, type HistoryFacts } from '../../../src/routes/history/history-view.ts'
import { people } from '../../demo-household.ts'
import { at, day } from '../../nights.ts'

const uuid = '10000000-0000-4000-8000-000000000000'
const later = '20000000-0000-4000-8000-000000000000'

function entry(more: Partial<RecordedEntry>): RecordedEntry {
  return {
    id: 1n,
    at: at('2026-11-20T22:30:00Z'),
    actorKind: 'person',
    actor: 'alex@example.com',
    action: 'night-given',
    night: day('2026-11-21'),
    before: { caregiver: 'a', override: false },
    after: { caregiver: 'b', override: true },
    change: uuid,
    undoes: null,
    ...more,
  }
}

const moved = (night: string) =>
  entry({
    action: 'night-replanned',
    night: day(night),
    before: { caregiver: 'b' },
    after: { caregiver: 'a' },
  })

function view(entries: RecordedEntry[] | RecordedEntry[][], more: Partial<HistoryFacts> = {}) {
  const groups = entries.map(each => [each].flat())
  const changes: RecordedChange[] = (
    Array.isArray(entries[0]) ? groups : [groups.flat()].filter(({ length }) => length > 0)
  ).map((own, index) => ({ id: BigInt(100 - index), entries: own }))
  return historyView({
    changes,
    hasMore: false,
    night: null,
    before: null,
    people: { ...people, accounts: new Map([['alex@example.com', 'a']]) },
    tonight: day('2026-11-20'),
    timeZone: 'Europe/Paris',
    undoable: new Set(),
    flash: null,
    words: wording('en'),
    ...more,
  })
}

const only = (...entries: RecordedEntry[]) => {
  const change = view(entries).days[0]?.changes[0]
  if (!change) throw new Error('one change is shown')
  return change
}

t.test('a change is one line with who and when; the rest is folded', async t => {
  const shown = view([entry({}), moved('2026-11-22')])
  t.equal(shown.days[0]?.date, 'Friday 20 November')
  t.match(shown.days[0]?.changes, [
    {
      anchor: uuid,
      time: '23:30',
      instant: '2026-11-20T22:30:00Z',
      who: 'Alex',
      what: 'Robin has Saturday 21 November',
      details: {
        title: '1 more night now has someone else',
        nights: [
          {
            night: '2026-11-21',
            date: 'Saturday 21 November',
            before: { name: 'Alex', kind: 'a', locked: false },
            after: { name: 'Robin', kind: 'b', locked: true },
          },
          { night: '2026-11-22' },
        ],
      },
    },
  ])
  const inAuckland = view([entry({})], { timeZone: 'Pacific/Auckland' })
  t.match(inAuckland.days, [{ date: 'Saturday 21 November', changes: [{ time: '11:30' }] }])
})

t.test('people have names, never addresses', async t => {
  const who = (more: Partial<RecordedEntry>) => only(entry(more)).who
  t.equal(who({ actorKind: 'calendar', actor: null }), 'The calendar')
  t.equal(who({ actorKind: 'schedule', actor: null }), 'The schedule')
  t.equal(who({ actor: null }), 'Someone')
  t.equal(who({ actor: 'alex@example.com' }), 'Alex')
  t.equal(who({ actor: 'grandma.kim@example.com' }), 'grandma.kim')
})

t.test('every kind of change has its line', async t => {
  const span = { from: '2026-11-21', to: '2026-11-24', nights: 4, caregivers: {} }
  const away = { id: '1', parent: 'b', from: '2026-12-05', to: '2026-12-05' }
  const locked = { caregiver: 'a', override: true } as const
  const dana = { caregiver: 'babysitter', babysitterName: 'Dana', override: true } as const
  const free = { caregiver: 'a', override: false } as const
  const about = { night: null, before: null, after: null }
  const rows: [Partial<RecordedEntry>[], string][] = [
    [[{ after: dana, action: 'babysitter-booked' }], 'Dana babysits on Saturday 21 November'],
    [
      [
        { action: 'nights-swapped' },
        { action: 'nights-swapped', night: day('2026-11-23'), after: locked },
      ],
      'Swapped: Robin Saturday 21 November, Alex Monday 23 November',
    ],
    [
      [{ action: 'night-unlocked', before: dana, after: free }],
      'Saturday 21 November unlocked, now Alex',
    ],
    [
      [{ action: 'change-taken-back', before: dana, after: free }],
      'Undone: Saturday 21 November unlocked, now Alex',
    ],
    [
      [{ ...about, action: 'change-taken-back', before: away }],
      'Undone: Robin is no longer away 5 December',
    ],
    [[{ ...about, action: 'absence-added', after: away }], 'Robin is away 5 December'],
    [[{ ...about, action: 'absence-removed', before: away }], 'Robin is no longer away 5 December'],
    [
      [{ ...about, action: 'settings-changed', before: { weekStart: 1 }, after: { weekStart: 7 } }],
      'Settings changed: First day of the week',
    ],
    [
      [{ ...about, action: 'calendar-disconnected', before: { calendarName: 'Family' } }],
      'Google Calendar disconnected: Family',
    ],
    [[{ ...about, action: 'nights-planned', after: span }], '4 nights planned: 21 – 24 November'],
    [
      [{ ...about, action: 'nights-unplanned', before: span }],
      '4 nights no longer planned: 21 – 24 November',
    ],
    [
      [{ action: 'night-replanned', after: free, before: { caregiver: 'b' } }],
      '1 night now has someone else',
    ],
    [
      [{ action: 'edit-rejected', before: null, after: { because: 'moved' } }],
      'Calendar edit reverted: Saturday 21 November',
    ],
    [
      [{ action: 'event-restored', before: null, after: {} }],
      'Deleted event restored: Saturday 21 November',
    ],
    [[{ ...about, action: 'something-of-tomorrow' }], 'Change'],
    [['21', '22', '23', '24'].map(date => ({ night: day(`2026-11-${date}`) })), '4 nights changed'],
  ]
  for (const [entries, said] of rows)
    t.equal(only(...entries.map(entry)).what.replaceAll('\u2009', ' '), said)
})

t.test('says why an edit in the calendar was reverted', async t => {
  const after = { because: 'unreadable', title: '<b>Dinner', date: null }
  const { details } = only(entry({ action: 'edit-rejected', before: null, after }))
  t.match(details?.notes[0], /Saturday 21 November: the title “<b>Dinner” doesn’t say/)
  t.same(details?.nights, [], 'the night stayed as it was')
})

t.test('settings have the labels of their page', async t => {
  const before = {
    'parents.a.name': 'Alexis',
    'parents.b.unavailableWeekdays': [],
    lookAheadDays: 30,
    updateFrequency: 'daily',
    weekStart: 1,
    language: 'en',
    countFrom: null,
    publish: false,
    publishNames: 'names',
  }
  const after = {
    'parents.a.name': 'Alex',
    'parents.b.unavailableWeekdays': [5, 2],
    lookAheadDays: 60,
    updateFrequency: 'weekly',
    weekStart: 7,
    language: 'fr',
    countFrom: '2026-01-01',
    publish: true,
    publishNames: 'initials',
  }
  const { details } = only(entry({ action: 'settings-changed', night: null, before, after }))
  t.same(
    details?.settings.map(line => `${line.label}: ${line.before} > ${line.after}`),
    [
      'Name of the first parent: Alexis > Alex',
      'Weekdays away, Robin: none > Tuesday and Friday',
      'Plan ahead for: 30 > 60',
      'Extend the plan: Every day > Every week',
      'First day of the week: Monday > Sunday',
      'Language: English > Français',
      'Count nights from: none > 1 January 2026',
      'Publication: off > on',
      'Published names: names > initials',
    ],
  )
})

t.test('the history of a night shows what a change did to that night', async t => {
  const nights = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map(moved)
  t.equal(only(entry({}), ...nights).details?.nights.length, 5)
  t.equal(only(...nights).what, '4 nights now have someone else')
  const asked = view([entry({}), ...nights], { night: day('2026-11-24') })
  t.same(
    asked.days[0]?.changes[0]?.details?.nights.map(({ night }) => night),
    ['2026-11-21', '2026-11-24'],
  )
  t.equal(asked.heading, 'History of Tuesday 24 November')
})

t.test('each undoable change offers Undo, and comes back to this page', async t => {
  const { days, here } = view([[entry({ change: later })], [entry({})]], {
    undoable: new Set([later]),
    before: 120n,
    night: day('2026-11-21'),
  })
  t.same(
    days[0]?.changes.map(({ undo }) => undo),
    [later, null],
  )
  t.equal(here, '/history?before=120&night=2026-11-21')
  t.equal(view([]).here, '/history')
})

t.test('pages and empty pages', async t => {
  t.match(view([[entry({})], [entry({})]], { hasMore: true }), { older: '99', isOlder: false })
  t.match(view([entry({})]), { older: null })
  t.match(view([]), { days: [], empty: /Nothing has changed yet/ })
  t.match(view([], { night: day('2025-11-21') }), {
    heading: 'History of Friday 21 November 2025',
    empty: 'Nothing has been recorded for this night.',
  })
})
