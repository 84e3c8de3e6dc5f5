import t from 'tap'
import { at, day } from '../../nights.ts'
import { entry, moved, only, shownPeople, uuid, view } from './shown-history.ts'

const later = '20000000-0000-4000-8000-000000000000'
type Facts = Record<string, unknown>
const settings = (before: Facts, after: Facts) =>
  entry({ action: 'settings-changed', night: null, before, after })
const rejected = (after: Facts) => entry({ action: 'edit-rejected', before: null, after })

t.test('a change is one line, and what followed from it is folded', async t => {
  const shown = view([entry({}), moved('2026-11-22'), moved('2026-12-12')])
  t.equal(shown.days[0]?.date, 'Friday 20 November')
  t.match(shown.days[0]?.changes, [
    {
      anchor: uuid,
      time: '23:30',
      instant: '2026-11-20T22:30:00Z',
      kind: 'b',
      what: 'Alex gave Robin Saturday 21',
      also: 'Alex has Sunday 22 and Saturday 12 December instead',
      details: {
        title: 'Details',
        nights: [
          {
            night: '2026-11-21',
            before: { name: 'Alex', kind: 'a', locked: false },
            after: { name: 'Robin', kind: 'b', locked: true },
          },
          { night: '2026-11-22' },
          { night: '2026-12-12' },
        ],
      },
    },
  ])
  const inAuckland = view([entry({})], { timeZone: 'Pacific/Auckland' })
  t.match(inAuckland.days, [{ date: 'Saturday 21 November', changes: [{ time: '11:30' }] }])
  t.equal(view([entry({})], { today: day('2026-11-20') }).days[0]?.date, 'Today')
  const toRobin = { before: { caregiver: 'a' }, after: { caregiver: 'b' } } as const
  const many = ['2026-11-22', '2026-11-24', '2026-11-26', '2026-11-28', '2026-11-30'].map(moved)
  t.equal(
    only(entry({}), ...many, { ...moved('2026-12-12'), ...toRobin }).also,
    'Alex has Sunday 22, Tuesday 24, Thursday 26 and 2 more nights instead. ' +
      'Robin has Saturday 12 December instead',
  )
  const { also, details } = only(entry({}), moved('2026-12-12'))
  t.same([also, details], ['Alex has Saturday 12 December instead', null], 'one is said at once')
})

t.test('changes are listed by week, with their days', async t => {
  const sunday = entry({ at: at('2026-11-15T11:00:00Z') })
  const monday = entry({ at: at('2026-11-16T11:00:00Z') })
  const shown = (weekStart: number) =>
    view([[entry({})], [monday], [sunday]], { weekStart }).days.map(({ date, changes }) => [
      date,
      ...changes.map(({ time }) => time),
    ])
  const [friday, mondays, sundays] = ['Friday 20, 23:30', 'Monday 16, 12:00', 'Sunday 15, 12:00']
  t.same(shown(1), [
    ['Monday 16 to Sunday 22 November', friday, mondays],
    ['Monday 9 to Sunday 15 November', sundays],
  ])
  t.same(shown(7), [['Sunday 15 to Saturday 21 November', friday, mondays, sundays]])
})

t.test('a line has the colour of who got the night, if it is one', async t => {
  const sitter = { caregiver: 'babysitter', babysitterName: 'Jo', override: true } as const
  const other = { night: day('2026-11-22'), after: { caregiver: 'a', override: true } } as const
  for (const [kind, ...entries] of [
    ['babysitter', entry({ after: sitter })],
    ['b', entry({}), moved('2026-11-22')],
    ['unplanned', entry({}), entry(other)],
    ['unplanned', entry({ action: 'absence-added', before: null, after: null })],
  ] as const)
    t.equal(only(...entries).kind, kind)
})

t.test('says why an edit in the calendar was reverted', async t => {
  const { details } = only(rejected({ because: 'unreadable', title: '<b>Dinner', date: null }))
  t.match(details?.notes[0], /Saturday 21 November: the title “<b>Dinner” doesn’t say/)
  t.same(details?.nights, [], 'the night stayed as it was')
  const near = { because: 'near-name', title: '[Robyn]', asked: 'Robyn', parent: 'b' }
  t.same(only(rejected(near)).details?.notes, [
    'Saturday 21 November: “Robyn” is almost Robin’s name, so we asked who was meant.',
  ])
})

t.test('settings have the labels of their page, and call their reader "you"', async t => {
  const rows: [name: string, before: unknown, after: unknown, line: string][] = [
    ['parents.a.name', 'Alexis', 'Alex', 'Name of the first parent: Alexis > Alex'],
    [
      'parents.b.unavailableWeekdays',
      [],
      [5, 2],
      'Weekdays away, Robin: none > Tuesday and Friday',
    ],
    ['parents.a.ratherNotWeekdays', [], [5], 'Your weekdays to avoid: none > Friday'],
    ['share', 50, 60, 'Share of the nights: You 50, Robin 50 > You 60, Robin 40'],
    ['lookAheadDays', 30, 60, 'Plan ahead for: 30 > 60'],
    ['updateFrequency', 'daily', 'weekly', 'Extend the plan: Every day > Every week'],
    ['weekStart', 1, 7, 'First day of the week: Monday > Sunday'],
    ['language', 'en', 'fr', 'Language: English > Français'],
    ['countFrom', null, '2026-01-01', 'Count nights from: none > 1 January 2026'],
    ['publish', false, true, 'Publication: off > on'],
    ['publishNames', 'names', 'initials', 'Published names: names > initials'],
  ]
  for (const [name, before, after, line] of rows) {
    const change = settings({ [name]: before }, { [name]: after })
    const { days } = view([change], { people: shownPeople('a') })
    const [shown] = days[0]?.changes[0]?.details?.settings ?? []
    t.equal(`${shown?.label}: ${shown?.before} > ${shown?.after}`, line)
  }
  const first = settings({ 'parents.a.name': null }, { 'parents.a.name': 'Alex' })
  t.match(only(first), { what: 'Set up by Alex', details: null, undo: null }, 'each was new')
})

t.test('the history of a night shows what a change did to that night', async t => {
  const nights = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map(moved)
  const asked = view([entry({}), ...nights], { night: day('2026-11-24') })
  t.match(asked.days[0]?.changes, [{ also: 'Alex has Tuesday 24 instead', details: null }])
  t.equal(asked.heading, 'History of Tuesday 24 November')
  const restored = ['2026-11-24', '2026-11-25'].map(night =>
    entry({ action: 'event-restored', night: day(night), before: null, after: {} }),
  )
  const { days } = view(restored, { night: day('2026-11-25') })
  t.equal(days[0]?.changes[0]?.what, 'Deleted event restored: Wednesday 25 November')
})

t.test('offers Undo, links to the next page, and says when there is nothing', async t => {
  const { days, here, newest, all } = view([[entry({ change: later })], [entry({})]], {
    undoable: new Set([later]),
    before: 120n,
    night: day('2026-11-21'),
    parent: 'b',
    weekStart: 1,
  })
  t.match(days, [{ changes: [{ undo: later }, { undo: null }] }])
  t.equal(here, '/history?before=120&night=2026-11-21&parent=b&by=week')
  t.match(view([[entry({})], [entry({})]], { hasMore: true }), {
    older: '99',
    olderAddress: '/history?before=99',
    newest: null,
  })
  t.same([newest, all], ['/history?night=2026-11-21&parent=b&by=week', '/history?parent=b&by=week'])
  t.match(view([]), { days: [], here: '/history', older: null, empty: /Nothing has changed yet/ })
  t.match(view([], { night: day('2025-11-21') }), {
    heading: 'History of Friday 21 November 2025',
    empty: 'Nothing has been recorded for this night.',
  })
  t.equal(view([], { parent: 'b' }).empty, 'No change is like that.')
})
