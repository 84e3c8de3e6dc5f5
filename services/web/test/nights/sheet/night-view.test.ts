import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightView } from '../../../src/nights/sheet/night-view.ts'
import { now, people, settings } from '../../demo-household.ts'
import { assignment, day, month, sitter } from '../../nights.ts'

type Facts = Parameters<typeof nightView>[0]

const view = (night: Facts['assignment'], more: Partial<Facts> = {}) =>
  nightView({
    assignment: night,
    choices: null,
    history: [],
    accounts: new Map(),
    settings,
    pending: false,
    month: month('2026-11'),
    now,
    tonight: day('2026-11-20'),
    people,
    wording: wordingFor('en'),
    ...more,
  })
const choices = {
  sitters: [],
  swappable: [],
  returns: [],
  weight: null,
  usual: 1,
  isOver: false,
  joined: true,
  asked: false,
}
const withAway = (night: Facts['assignment'], ...away: ('a' | 'b')[]) =>
  view({ ...night, explanation: night.explanation && { ...night.explanation, away } })

t.test('the details name who, why, the numbers, the rule and the day of the decision', async t => {
  t.match(view(assignment('2026-11-12', 'a')), {
    heading: 'Thursday 12 November: Alex',
    sentence: 'Alex has done fewer nights in all: 14 to Robin’s 16.',
    away: [],
    locked: false,
    decidedOn: 'Friday 20 November',
    actions: null,
    behind: '/?month=2026-11',
    why: 'Why Alex?',
  })
  const own = { people: { ...people, reader: 'a' as const }, month: null }
  t.match(view(assignment('2026-11-12', 'a'), own), {
    heading: 'Thursday 12 November: You',
    sentence: 'You have done fewer nights in all: 14 to Robin’s 16.',
    why: 'Why you?',
    behind: '/',
  })
  const unexplained = assignment('2026-11-12', 'a', { explanation: null })
  t.match(view(unexplained), { sentence: null, rules: [] })
  const given = assignment('2026-11-12', 'b', { override: true, reason: 'Override' })
  t.equal(view(given).sentence, 'Robin took this night.')
  const booked = view(sitter('2026-11-12', 'Maria'))
  t.match(booked, { sentence: /counts for neither parent/, locked: true })
  t.match(withAway(given, 'b').away, [{ name: 'Robin' }], 'a choice says nothing of it')
  const planned = withAway(assignment('2026-11-12', 'a', { reason: 'Unavailability' }), 'b')
  t.match(planned, { sentence: /Robin is away/, away: [] }, 'who is away is said once')
  t.match(withAway(assignment('2026-11-12', null), 'a', 'b'), {
    heading: 'Thursday 12 November: No one',
    sentence: /Alex and Robin are both away/,
    why: 'Why no one?',
    away: [],
  })
})

t.test('only the note of tonight or of a later night is in the calendar', async t => {
  const absence = { parent: '', from: '', to: '', everyWeeks: '' }
  const asked = {
    choice: 'note',
    to: '',
    sitter: '',
    swap: null,
    weight: undefined,
    absence,
  } as const
  const step = { choice: 'note', asked, preview: null } as const
  for (const [night, inCalendar] of [
    ['2026-11-19', false],
    ['2026-11-20', true],
  ] as const) {
    const [note] = view(assignment(night, 'a'), { step, choices }).step?.fields ?? []
    t.equal(note?.hint?.includes('calendar'), inCalendar, night)
  }
})

t.test('a night that is too old shows the limit, and what it counts', async t => {
  const night = assignment('2026-11-12', 'a')
  for (const [pastLimitDays, said] of [
    [5, 'Past nights can be changed for 5 days, so this one stays as it is.'],
    [1, 'Past nights can be changed for one day, so this one stays as it is.'],
    [0, 'Past nights can no longer be changed.'],
  ] as const)
    t.equal(view(night, { settings: { ...settings, pastLimitDays } }).tooOld, said)
  t.equal(view(night, { choices }).tooOld, null)
  t.equal(view(night, { weight: 1.5 }).counts, 'Counts 1.5 nights')
  t.equal(view(night, { weight: null }).counts, null, 'its weekday says so')
})
