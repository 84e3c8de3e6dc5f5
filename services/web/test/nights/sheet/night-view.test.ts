import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightView } from '../../../src/nights/sheet/night-view.ts'
import { now, people, settings } from '../../demo-household.ts'
import { assignment, day, month, sitter } from '../../nights.ts'

const view = (
  night: Parameters<typeof nightView>[0]['assignment'],
  more: Partial<Parameters<typeof nightView>[0]> = {},
) =>
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

t.test('the details name who, why, the numbers, the rule and the day of the decision', async t => {
  t.match(view(assignment('2026-11-12', 'a')), {
    heading: 'Thursday 12 November: Alex',
    sentence: 'Alex has done fewer nights: 14 to Robin’s 16.',
    night: '2026-11-12',
    away: [],
    locked: false,
    decidedOn: 'Friday 20 November',
    actions: null,
    behind: '/?month=2026-11',
    why: 'Why Alex?',
  })
})

t.test('one’s own night says you', async t => {
  const own = { people: { ...people, reader: 'a' as const }, month: null }
  t.match(view(assignment('2026-11-12', 'a'), own), {
    heading: 'Thursday 12 November: You',
    sentence: 'You have done fewer nights: 14 to Robin’s 16.',
    why: 'Why you?',
    behind: '/',
  })
})

const nothingOffered = {
  sitters: [],
  swappable: [],
  returns: [],
  weight: 1,
  isOver: false,
  joined: true,
  asked: false,
}

t.test('only the note of tonight or of a later night is in the calendar', async t => {
  const absence = { parent: '', from: '', to: '' }
  const asked = { choice: 'note', to: '', sitter: '', swap: null, weight: null, absence } as const
  for (const [night, inCalendar] of [
    ['2026-11-19', false],
    ['2026-11-20', true],
    ['2026-11-21', true],
  ] as const) {
    const step = { choice: 'note', asked, preview: null } as const
    const more = { step, choices: nothingOffered }
    const [note] = view(assignment(night, 'a'), more).step?.fields ?? []
    t.equal(note?.hint?.includes('calendar'), inCalendar, night)
  }
})

t.test('a babysitter night counts for neither parent and is locked', async t => {
  const { heading, sentence, locked } = view(sitter('2026-11-12', 'Maria'))
  t.equal(heading, 'Thursday 12 November: Maria')
  t.match(sentence, 'counts for neither parent')
  t.ok(locked)
})

t.test('a night recorded without its numbers shows none', async t => {
  const { sentence, rules } = view(assignment('2026-11-12', 'a', { explanation: null }))
  t.same({ sentence, rules }, { sentence: null, rules: [] })
})

const withAway = (night: Parameters<typeof view>[0], ...away: ('a' | 'b')[]) =>
  view({ ...night, explanation: night.explanation && { ...night.explanation, away } })

t.test('says once who is away', async t => {
  const open = withAway(assignment('2026-11-12', null), 'a', 'b')
  t.equal(open.heading, 'Thursday 12 November: No one')
  t.match(open.sentence, 'Alex and Robin are both away')
  t.same(open.away, [])
  const planned = withAway(assignment('2026-11-12', 'a', { reason: 'Unavailability' }), 'b')
  t.match(planned.sentence, 'Robin is away')
  t.same(planned.away, [])
  const locked = assignment('2026-11-12', 'b', { reason: 'Override', override: true })
  t.same(
    withAway(locked, 'b').away,
    [{ name: 'Robin', isReader: false }],
    'a choice says nothing of it',
  )
})

t.test('an override says so, whatever the plan counted', async t => {
  const given = assignment('2026-11-12', 'b', { override: true, reason: 'Override' })
  t.equal(view(given).sentence, 'Robin took this night.')
})

t.test('a night that is too old shows the limit', async t => {
  const night = assignment('2026-11-12', 'a')
  const said = (pastLimitDays: number) =>
    view(night, { settings: { ...settings, pastLimitDays } }).tooOld
  t.equal(said(5), 'Past nights can be changed for 5 days, so this one stays as it is.')
  t.equal(said(1), 'Past nights can be changed for one day, so this one stays as it is.')
  t.equal(said(0), 'Past nights can no longer be changed.')
  const facts = { sitters: [], swappable: [], returns: [], joined: true, asked: false }
  const choices = { ...facts, weight: 1, isOver: false }
  t.equal(view(night, { choices }).tooOld, null)
  t.equal(view(night, { weight: 1.5 }).counts, 'Counts 1.5 nights')
  t.equal(view(night, { weight: 1 }).counts, null)
  t.equal(view(night, { weight: 1.5, choices }).counts, null, 'the choice says so')
})
