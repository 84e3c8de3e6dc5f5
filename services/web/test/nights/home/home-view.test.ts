import type { ParentId, ShownNight } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { homeView, type HomeFacts } from '../../../src/nights/home/home-view.ts'
import { connected, now, people, settings } from '../../demo-household.ts'
import { assignment, day, inTurn, month, sitter } from '../../nights.ts'
import { openAsks } from '../asks/open-asks.ts'

type Facts = Omit<HomeFacts, 'nights'> & { nights: ShownNight[] }

const facts: Facts = {
  revision: 'r1',
  lastEntry: 12n,
  settings,
  people: { ...people, reader: 'a' },
  isNamed: true,
  finish: null,
  clock: null,
  lacksNights: false,
  month: null,
  trips: [],
  asks: [],
  step: null,
  weight: null,
  joined: true,
  tonight: day('2026-11-20'),
  nights: inTurn('2026-11-20', 20),
  selected: null,
  choices: null,
  history: [],
  accounts: new Map(),
  connection: connected,
  calendarName: 'Family',
  jobs: [],
  live: false,
  notices: [],
  disconnecting: false,
  progress: null,
  now,
  toast: null,
  wording: wordingFor('en'),
}

const show = (more: Partial<Facts> = {}, note: string | null = null) => {
  const { nights, ...all } = { ...facts, ...more }
  return homeView({ ...all, nights: nights.map(night => ({ ...night, note, weight: null })) })
}
const toRobin = { people: { ...people, reader: 'b' as const } }
const planned = assignment('2026-11-20', 'a')
const left = (...away: ParentId[]) => ({
  nights: [{ ...planned, explanation: planned.explanation && { ...planned.explanation, away } }],
})

t.test('shows tonight to its reader, with the note, and what to come back to', async t => {
  t.match(show({}, 'Bath first'), {
    title: 'Your turn tonight',
    lastEntry: '12',
    note: 'Bath first',
    here: '/',
    tonight: { heading: 'Your turn', kind: 'a', details: '/?night=20261120#night' },
  })
  t.match(show(toRobin), { title: 'Alex’s turn tonight', tonight: { heading: 'Alex’s turn' } })
  const sat = show({ nights: [sitter('2026-11-20', 'Maria')] })
  t.equal(sat.tonight?.heading, 'Maria babysits')
  t.equal(show({ month: month('2026-12') }).here, '/?month=2026-12')
  const empty = show({ nights: [] }, 'Bath first')
  t.match(empty, { tonight: null, note: null, title: 'Nothing planned yet' })
  t.ok(empty.month.weeks.flat().every(({ link, kind }) => link === null && kind === 'unplanned'))
})

t.test('open nights are listed until they are past', async t => {
  const fortnight = Array.from({ length: 14 }, (_, days) =>
    assignment(day('2026-12-10').add({ days }).toString(), null),
  )
  const { open } = show({ nights: [assignment('2026-11-19', null), ...fortnight] })
  t.match([open?.lines.length, open?.more], [5, '9 more'])
  t.equal(open?.lines[0]?.date, 'Thursday 10 December')
  t.equal(show().open, null)
})

const steps = (more: Partial<Facts>) => show(more).firstSteps

t.test('first steps stay until account, calendar and names are set up', async t => {
  t.equal(steps({}), null)
  t.match(steps({ calendarName: null }), { connect: false, choose: true })
  const absent = { connection: { state: 'absent' }, calendarName: null } as const
  t.match(steps(absent), { connect: true, choose: true })
  t.equal(steps({ connection: { state: 'broken' } }), null, 'the banner asks to reconnect')
  t.match(steps({ isNamed: false }), { names: true, namesNext: true })
  t.match(steps({ isNamed: false, calendarName: null }), { names: true, namesNext: false })
})

t.test('the buttons of tonight ask, give or take, and say who is away', async t => {
  const ask = { address: '/?night=20261120&choice=ask#night', text: 'Ask Robin to take it' }
  const give = { address: '/?night=20261120&choice=give&to=b#night', text: 'Give to Robin' }
  const take = { address: '/?night=20261120&choice=give&to=a#night', text: 'I’ll do it' }
  const toTake = { ...give, text: 'I’ll do it' }
  const book = { address: '/?night=20261120&choice=babysitter#night', text: 'Book a babysitter' }
  const asks = openAsks
    .slice(0, 1)
    .map(each => ({ ...each, ask: { ...each.ask, night: day('2026-11-20') } }))
  const rows: [what: string, more: Partial<Facts>, actions: object[], sentence?: string][] = [
    ['one’s own', {}, [ask]],
    ['nobody to ask', { joined: false }, [give]],
    ['a locked one', { nights: [{ ...planned, override: true }] }, [give]],
    ['the other’s', { nights: [assignment('2026-11-20', 'b')] }, [take]],
    ['an open one', { nights: [assignment('2026-11-20', null)] }, [take]],
    ['a babysitter’s', { nights: [sitter('2026-11-20', 'Jo')] }, [take]],
    ['the other is away', left('b'), []],
    ['no parent', { people: { ...people, reader: null } }, []],
    ['asked already', { asks }, []],
    ['away', left('a'), [ask, give], 'You’re away tonight, and it’s your turn.'],
    ['both away', left('a', 'b'), [book]],
    [
      'who it is, is away',
      { ...left('a'), ...toRobin },
      [toTake],
      'Alex is away tonight, and it’s Alex’s turn.',
    ],
  ]
  for (const [what, more, actions, sentence] of rows) {
    const { tonight } = show(more)
    t.match(tonight?.actions.slice(0, actions.length || 1), actions, what)
    t.equal(tonight?.actions.length === 0, actions.length === 0, what)
    if (sentence !== undefined) t.equal(tonight?.sentence, sentence)
  }
  t.same(show().tonight?.whenAway, [ask, give], 'before it is saved')
})

t.test('the month marks asked nights, and both nights of a swap before it is made', async t => {
  const [, selected, other] = inTurn('2026-11-20', 3)
  if (!selected || !other) throw new Error('no nights')
  const view = show({ asks: openAsks, selected: other })
  const marked = (shown: typeof view, key: 'asked' | 'selected') =>
    shown.month.weeks.flatMap(week => week.flatMap(cell => (cell[key] ? cell.day : [])))
  t.same(marked(view, 'asked'), ['22', '1'])
  t.match(view.night?.asks, [{ title: 'Robin asks: can you take Sunday?' }])
  const preview = {
    changed: [],
    added: [],
    removed: [],
    tonightStays: null,
    openNights: [],
    nights: [selected, other] as [typeof other, typeof other],
  }
  const absence = { parent: '', from: '', to: '', everyWeeks: '' }
  const asked = {
    choice: 'swap',
    to: '',
    sitter: '',
    swap: 1n,
    weight: undefined,
    absence,
  } as const
  const step = { choice: 'swap', asked, preview } as const
  t.same(marked(show({ selected, step }), 'selected'), ['21', '22'])
})

t.test('a browser without script reloads while work is pending', async t => {
  const push = {
    kind: 'push',
    requestNumber: 2n,
    doneNumber: 1n,
    attempts: 0,
    lastError: null,
    nextAttemptAt: null,
    doneAt: null,
    running: true,
  } as const
  const [selected] = inTurn('2026-11-20', 1)
  for (const [more, again] of [
    [{ jobs: [push] }, true],
    [{ jobs: [{ ...push, doneNumber: 2n, doneAt: now }] }, false],
    [{ jobs: [push], toast: { was: new Map() } }, false, 'the way to undo stays'],
    [{ jobs: [push], selected: selected ?? null }, false, 'typed text is not lost'],
  ] as const)
    t.equal(show(more).lookAgain, again)
})
