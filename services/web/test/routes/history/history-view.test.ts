import t from 'tap'
import { day } from '../../nights.ts'
import { entry, moved, only, uuid, view } from './shown-history.ts'

const later = '20000000-0000-4000-8000-000000000000'

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

t.test('what was not chosen yet reads as pages showed it', async t => {
  const before = {
    'parents.a.name': null,
    'parents.b.name': null,
    timeZone: null,
    countFrom: null,
  }
  const after = {
    'parents.a.name': 'Alex',
    'parents.b.name': 'Robin',
    timeZone: 'Europe/Paris',
    countFrom: '2026-01-01',
  }
  const { details } = only(entry({ action: 'settings-changed', night: null, before, after }))
  t.same(
    details?.settings.map(line => `${line.before} > ${line.after}`),
    ['Parent A > Alex', 'Parent B > Robin', 'UTC > Europe/Paris', 'none > 1 January 2026'],
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
