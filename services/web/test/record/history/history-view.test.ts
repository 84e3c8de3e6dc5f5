import t from 'tap'
import { day } from '../../nights.ts'
import { entry, moved, only, shownPeople, uuid, view } from './shown-history.ts'

const later = '20000000-0000-4000-8000-000000000000'

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
      also: null,
      details: {
        title: '2 more nights moved',
        nights: [
          {
            night: '2026-11-21',
            date: 'Saturday 21 November',
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
})

t.test('the day of today is called so', async t => {
  const { days } = view([entry({})], { today: day('2026-11-20') })
  t.equal(days[0]?.date, 'Today')
})

t.test('one night that moved is said at once, without a fold', async t => {
  const { also, details } = only(entry({}), moved('2026-12-12'))
  t.same({ also, details }, { also: 'Alex has Saturday 12 December instead', details: null })
  const { also: toAlex } =
    view([entry({}), moved('2026-12-12')], { people: shownPeople('a') }).days[0]?.changes[0] ?? {}
  t.equal(toAlex, 'You have Saturday 12 December instead')
  t.equal(only(entry({})).also, null)
})

const kindOf = (...entries: Parameters<typeof only>) => only(...entries).kind

t.test('a line has the colour of who got the night, if it is one', async t => {
  const sitter = { caregiver: 'babysitter', babysitterName: 'Jo', override: true } as const
  t.equal(kindOf(entry({ after: sitter })), 'babysitter')
  t.equal(kindOf(entry({}), moved('2026-11-22')), 'b', 'whoever has the nights that moved')
  const other = { night: day('2026-11-22'), after: { caregiver: 'a', override: true } } as const
  t.equal(kindOf(entry({}), entry(other)), 'unplanned')
  t.equal(kindOf(entry({ action: 'absence-added', before: null, after: null })), 'unplanned')
})

t.test('says why an edit in the calendar was reverted', async t => {
  const after = { because: 'unreadable', title: '<b>Dinner', date: null }
  const { details } = only(entry({ action: 'edit-rejected', before: null, after }))
  t.match(details?.notes[0], /Saturday 21 November: the title “<b>Dinner” doesn’t say/)
  t.same(details?.nights, [], 'the night stayed as it was')
})

t.test('says whose name was asked about', async t => {
  const after = { because: 'near-name', title: '[Robyn]', asked: 'Robyn', parent: 'b' }
  const { details } = only(entry({ action: 'edit-rejected', before: null, after }))
  t.same(details?.notes, [
    'Saturday 21 November: “Robyn” is almost Robin’s name, so we asked who was meant.',
  ])
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

t.test('the set-up is one line, because each of its settings was new', async t => {
  const before = { 'parents.a.name': null, timeZone: null, countFrom: null }
  const after = { 'parents.a.name': 'Alex', timeZone: 'Europe/Paris', countFrom: '2026-01-01' }
  const setUp = entry({ action: 'settings-changed', night: null, before, after })
  t.match(only(setUp), { what: 'Set up by Alex', details: null, undo: null })
})

t.test('settings call their reader "you"', async t => {
  const before = { 'parents.a.ratherNotWeekdays': [], share: 50 }
  const after = { 'parents.a.ratherNotWeekdays': [5], share: 60 }
  const change = entry({ action: 'settings-changed', night: null, before, after })
  const { days } = view([change], { people: shownPeople('a') })
  t.same(
    days[0]?.changes[0]?.details?.settings.map(line => `${line.label}: ${line.after}`),
    ['Your weekdays to avoid: Friday', 'Share of the nights: You 60, Robin 40'],
  )
})

t.test('the history of a night shows what a change did to that night', async t => {
  const nights = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map(moved)
  t.equal(only(entry({}), ...nights).details?.nights.length, 5)
  t.equal(only(...nights).what, '4 nights moved')
  const asked = view([entry({}), ...nights], { night: day('2026-11-24') })
  t.match(asked.days[0]?.changes, [{ also: 'Alex has Tuesday 24 instead', details: null }])
  t.equal(asked.heading, 'History of Tuesday 24 November')
})

/** What one sync did to events of two nights, in the history of the second one. */
const ofSecondNight = (action: string) => {
  const events = ['2026-11-24', '2026-11-25'].map(night =>
    entry({ action, night: day(night), before: null, after: { because: 'moved', title: '' } }),
  )
  return view(events, { night: day('2026-11-25') }).days[0]?.changes[0]
}

t.test('the history of a night names only its own events among those of one sync', async t => {
  t.equal(ofSecondNight('event-restored')?.what, 'Deleted event restored: Wednesday 25 November')
  const rejected = ofSecondNight('edit-rejected')
  t.equal(rejected?.what, 'Calendar edit reverted: Wednesday 25 November')
  t.equal(rejected?.details?.notes.length, 1)
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

t.test('links to the next page, and says when there is nothing', async t => {
  t.match(view([[entry({})], [entry({})]], { hasMore: true }), { older: '99', isOlder: false })
  t.match(view([entry({})]), { older: null })
  t.match(view([]), { days: [], empty: /Nothing has changed yet/ })
  t.match(view([], { night: day('2025-11-21') }), {
    heading: 'History of Friday 21 November 2025',
    empty: 'Nothing has been recorded for this night.',
  })
})
