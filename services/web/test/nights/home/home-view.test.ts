import type { ParentId, ShownNight } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { homeView, type HomeFacts } from '../../../src/nights/home/home-view.ts'
import { connected, now, people, settings } from '../../demo-household.ts'
import { assignment, day, inTurn, month, sitter } from '../../nights.ts'
import { shownAsks } from '../../shown-nights.ts'

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
  weight: 1,
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

const show = ({ nights, ...more }: Facts, note: string | null = null) =>
  homeView({ ...more, nights: nights.map(night => ({ ...night, note, weight: null })) })

t.test('shows tonight to its reader, and the weeks from this one on', async t => {
  const { title, tonight, month: shown, lastEntry } = show(facts)
  t.same([title, lastEntry], ['Your turn tonight', '12'])
  t.match(tonight, {
    heading: 'Your turn',
    kind: 'a',
    details: '/?night=20261120#night',
    away: '/?night=20261120&choice=away#night',
  })
  t.equal(shown.weeks.length, 6)
  const robins = show({ ...facts, people: { ...people, reader: 'b' } })
  t.same([robins.title, robins.tonight?.heading], ['Alex’s turn tonight', 'Alex’s turn'])
  const sat = show({ ...facts, nights: [sitter('2026-11-20', 'Maria')] })
  t.equal(sat.tonight?.heading, 'Maria babysits')
})

t.test('shows the note of tonight if it has one', async t => {
  t.equal(show(facts, 'Bath first').note, 'Bath first')
  t.equal(show(facts).note, null)
  t.equal(show({ ...facts, nights: [] }, 'Bath first').note, null)
})

t.test('an undo returns to the month of the page', async t => {
  t.equal(show(facts).here, '/')
  t.equal(show({ ...facts, month: month('2026-12') }).here, '/?month=2026-12')
})

t.test('open nights are listed until they are past', async t => {
  const nights = [assignment('2026-11-19', null), ...facts.nights, assignment('2026-12-20', null)]
  t.same(
    show({ ...facts, nights }).open?.lines.map(({ date }) => date),
    ['Sunday 20 December'],
  )
  t.equal(show(facts).open, null)
  const fortnight = Array.from({ length: 14 }, (_, index) =>
    assignment(`2026-12-${index + 10}`, null),
  )
  const { open } = show({ ...facts, nights: fortnight })
  t.match([open?.lines.length, open?.more], [5, '9 more'])
})

const steps = (more: Partial<Facts>) => show({ ...facts, ...more }).firstSteps

t.test('first steps stay until the account and the calendar are set up', async t => {
  t.equal(steps({}), null)
  t.match(steps({ calendarName: null }), { connect: false, choose: true })
  t.match(steps({ connection: { state: 'absent' }, calendarName: null }), {
    connect: true,
    choose: true,
  })
  t.equal(steps({ connection: { state: 'broken' } }), null, 'the banner asks to reconnect')
})

t.test('an unnamed household is asked for names last', async t => {
  t.same(steps({ isNamed: false }), {
    connect: false,
    choose: false,
    names: true,
    namesNext: true,
  })
  t.match(steps({ isNamed: false, calendarName: null }), { names: true, namesNext: false })
})

const band = (more: Partial<Facts> = {}) => show({ ...facts, ...more }).tonight
const action = (more: Partial<Facts> = {}) => band(more)?.actions[0] ?? null

t.test(
  'the button of tonight asks the other parent, or takes the night, and moves nothing yet',
  async t => {
    const at = '/?night=20261120&choice='
    t.same(action(), { address: `${at}ask#night`, text: 'Ask Robin to take it' })
    const give = { address: `${at}give&to=b#night`, text: 'Give to Robin' }
    t.same(action({ joined: false }), give, 'nobody to ask')
    const planned = assignment('2026-11-20', 'a')
    t.same(action({ nights: [{ ...planned, override: true }] }), give, 'a locked night')
    const take = { address: `${at}give&to=a#night`, text: 'I’ll do it' }
    for (const night of [assignment('2026-11-20', 'b'), assignment('2026-11-20', null)])
      t.same(action({ nights: [night] }), take)
    t.same(action({ nights: [sitter('2026-11-20', 'Jo')] }), take)
    const explanation = planned.explanation && { ...planned.explanation, away: ['b' as const] }
    t.equal(action({ nights: [{ ...planned, explanation }] }), null, 'one who is away')
    t.equal(action({ people: { ...people, reader: null } }), null, 'no parent')
    const [ask] = shownAsks
      .slice(0, 1)
      .map(each => ({ ...each, ask: { ...each.ask, night: day('2026-11-20') } }))
    t.equal(action({ asks: ask ? [ask] : [] }), null, 'asked already')
  },
)

t.test('a night of one who is away says so to both, with what helps', async t => {
  const at = '/?night=20261120&choice='
  const planned = assignment('2026-11-20', 'a')
  const left = (...away: ParentId[]) => ({
    nights: [{ ...planned, explanation: planned.explanation && { ...planned.explanation, away } }],
  })
  const ask = { address: `${at}ask#night`, text: 'Ask Robin to take it' }
  const give = { address: `${at}give&to=b#night`, text: 'Give to Robin' }
  t.match(band(left('a')), {
    sentence: 'You’re away tonight, and it’s your turn.',
    actions: [ask, give],
  })
  t.same(band()?.whenAway, [ask, give], 'before it is saved')
  t.match(band({ ...left('a'), people: { ...people, reader: 'b' } }), {
    sentence: 'Alex is away tonight, and it’s Alex’s turn.',
    actions: [{ address: `${at}give&to=b#night`, text: 'I’ll do it' }],
  })
  const book = { address: `${at}babysitter#night`, text: 'Book a babysitter' }
  t.same(band(left('a', 'b'))?.actions, [book], 'both are away')
})

t.test('the month marks asked nights, and a night’s sheet shows its ask', async t => {
  const [, , selected] = inTurn('2026-11-20', 3)
  const view = show({ ...facts, asks: shownAsks, selected: selected ?? null })
  t.same(
    view.month.weeks
      .flat()
      .filter(({ asked }) => asked)
      .map(({ day: number }) => number),
    ['22', '1'],
  )
  t.same(
    view.night?.asks.map(({ title }) => title),
    ['Robin asks: can you take Sunday?'],
  )
})

t.test('both nights of a swap are marked before it is made', async t => {
  const [, selected, other] = inTurn('2026-11-20', 3)
  if (!selected || !other) throw new Error('no nights')
  const swap = {
    changed: [],
    added: [],
    removed: [],
    tonightStays: null,
    openNights: [],
    nights: [selected, other] as [typeof other, typeof other],
  }
  const absence = { parent: '', from: '', to: '' }
  const asked = { choice: 'swap', to: '', sitter: '', swap: 1n, weight: null, absence } as const
  const step = { choice: 'swap', asked, preview: swap } as const
  const { month: shown } = show({ ...facts, selected, step })
  t.same(
    shown.weeks
      .flat()
      .filter(cell => cell.selected)
      .map(({ day: number }) => number),
    ['21', '22'],
  )
})

t.test('a browser without script reloads while work is pending', async t => {
  const jobs = [
    {
      kind: 'push',
      requestNumber: 2n,
      doneNumber: 1n,
      attempts: 0,
      lastError: null,
      nextAttemptAt: null,
      doneAt: null,
      running: true,
    },
  ] as const
  const [selected] = inTurn('2026-11-20', 1)
  const toast = { was: new Map() }
  t.equal(show({ ...facts, jobs }).lookAgain, true)
  t.equal(show({ ...facts, jobs: [{ ...jobs[0], doneNumber: 2n }] }).lookAgain, true, 'unwritten')
  const done = [{ ...jobs[0], doneNumber: 2n, doneAt: now }]
  t.equal(show({ ...facts, jobs: done }).lookAgain, false)
  t.equal(show({ ...facts, jobs, toast }).lookAgain, false, 'the way to undo stays')
  t.equal(
    show({ ...facts, jobs, selected: selected ?? null }).lookAgain,
    false,
    'typed text is not lost',
  )
})

t.test('without nights there is no tonight, and nothing to come', async t => {
  const view = show({ ...facts, nights: [] })
  t.equal(view.tonight, null)
  t.equal(view.title, 'Nothing planned yet')
  t.ok(view.month.weeks.flat().every(({ link, kind }) => link === null && kind === 'unplanned'))
  t.equal(view.tonightDate, 'Friday 20 November')
})
