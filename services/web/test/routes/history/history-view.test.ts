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
    isOlder: false,
    people,
    tonight: day('2026-11-20'),
    timeZone: 'Europe/Paris',
    undoable: null,
    words: wording('en'),
    ...more,
  })
}

const only = (...entries: RecordedEntry[]) => {
  const change = view(entries).days[0]?.changes[0]
  if (!change) throw new Error('one change is shown')
  return change
}

t.test('a change shows time, actor, action, and before and after', async t => {
  const shown = view([entry({}), moved('2026-11-22')])
  t.equal(shown.days[0]?.date, 'Friday 20 November')
  t.match(shown.days[0]?.changes, [
    {
      time: '23:30',
      instant: '2026-11-20T22:30:00Z',
      who: 'alex@example.com',
      what: 'Night given',
      nights: [
        {
          night: '2026-11-21',
          date: 'Saturday 21 November',
          before: { name: 'Alex', kind: 'a', locked: false },
          after: { name: 'Robin', kind: 'b', locked: true },
        },
      ],
      others: { title: '1 more night now has someone else', folded: false, nights: { length: 1 } },
    },
  ])
  const inAuckland = view([entry({})], { timeZone: 'Pacific/Auckland' })
  t.match(inAuckland.days, [{ date: 'Saturday 21 November', changes: [{ time: '11:30' }] }])
})

t.test('every actor and action has a distinct text', async t => {
  t.equal(only(entry({ actorKind: 'calendar', actor: null })).who, 'The calendar')
  t.equal(only(entry({ actorKind: 'schedule', actor: null })).who, 'The schedule')
  t.equal(only(entry({ actor: null })).who, 'Someone')
  const actions = [
    'babysitter-booked',
    'night-given',
    'nights-swapped',
    'night-unlocked',
    'change-taken-back',
    'absence-added',
    'absence-removed',
    'settings-changed',
    'calendar-disconnected',
    'nights-planned',
    'nights-unplanned',
    'night-replanned',
    'edit-rejected',
    'event-restored',
    'something-of-tomorrow',
  ]
  const said = actions.map(action => only(entry({ action })).what)
  t.equal(new Set(said).size, actions.length)
  t.equal(said.at(-1), 'Change')
})

t.test('changes not about one night get a sentence', async t => {
  const span = { from: '2026-11-21', to: '2026-11-24', nights: 4, caregivers: {} }
  const away = { id: '1', parent: 'b', from: '2026-12-05', to: '2026-12-05' }
  for (const [action, before, after, said] of [
    ['nights-planned', null, span, /^4 nights planned: 21.*24 November\.$/],
    ['nights-unplanned', span, null, /^4 nights no longer planned: 21.*24 November\.$/],
    ['absence-added', null, away, /^Robin: 5 December$/],
    ['absence-removed', { ...away, parent: 'a' }, null, /^Alex: 5 December$/],
    ['calendar-disconnected', { calendarName: 'Family' }, null, /^Family$/],
  ] as const) {
    const { notes, nights } = only(entry({ action, night: null, before, after }))
    t.match(notes, { length: 1 }, action)
    t.match(notes[0], said, action)
    t.same(nights, [])
  }
  const after = { because: 'unreadable', title: '<b>Dinner', date: null }
  const { notes, nights } = only(entry({ action: 'edit-rejected', before: null, after }))
  t.match(notes[0], /Saturday 21 November: the title “<b>Dinner” doesn’t say/)
  t.same(nights, [], 'the night stayed as it was')
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
  const { settings } = only(entry({ action: 'settings-changed', night: null, before, after }))
  t.same(
    settings.map(line => `${line.label}: ${line.before} > ${line.after}`),
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

t.test('many moved nights are folded; a plan of few shows them at once', async t => {
  const nights = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map(moved)
  t.match(only(entry({}), ...nights).others, { folded: true, nights: { length: 4 } })
  t.match(only(...nights), { nights: { length: 0 }, others: { folded: true } })
  t.match(only(...nights.slice(1)), { nights: { length: 3 }, others: null })
  const asked = view([entry({}), ...nights], { night: day('2026-11-24') })
  t.match(asked.days, [{ changes: [{ others: { nights: [{ night: '2026-11-24' }] } }] }])
  t.equal(asked.heading, 'History of Tuesday 24 November')
})

t.test('only the undoable change offers Undo', async t => {
  const { days } = view([[entry({ change: later })], [entry({})]], { undoable: later })
  t.same(
    days[0]?.changes.map(({ undo }) => undo),
    [later, null],
  )
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
