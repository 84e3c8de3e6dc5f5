import type { ShownNight } from '@night-routine/database'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { homeView, type HomeFacts } from '../../../src/routes/home/home-view.ts'
import { connected, now, people, settings } from '../../demo-household.ts'
import { assignment, day, inTurn, month } from '../../nights.ts'

type Facts = Omit<HomeFacts, 'nights'> & { nights: ShownNight[] }

const facts: Facts = {
  revision: 'r1',
  lastEntry: 12n,
  settings,
  people,
  isNamed: true,
  month: month('2026-11'),
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
  flash: null,
  wording: wordingFor('en'),
}

const show = ({ nights, ...more }: Facts, note: string | null = null) =>
  homeView({ ...more, nights: nights.map(night => ({ ...night, note })) })

t.test('shows tonight, and the week that starts with it', async t => {
  const { title, tonight, week, lastEntry } = show(facts)
  t.same([title, lastEntry], ['Alex’s turn tonight', '12'])
  t.match(tonight, { name: 'Alex', kind: 'a' })
  t.same(tonight?.link, { month: '2026-11', id: '20261120' })
  t.same(
    week.map(({ weekday, day: number, name }) => `${weekday} ${number} ${name}`),
    [
      'Fri 20 Alex',
      'Sat 21 Robin',
      'Sun 22 Alex',
      'Mon 23 Robin',
      'Tue 24 Alex',
      'Wed 25 Robin',
      'Thu 26 Alex',
    ],
  )
})

t.test('shows the note of tonight if it has one', async t => {
  t.equal(show(facts, 'Bath first').note, 'Bath first')
  t.equal(show(facts).note, null)
  t.equal(show({ ...facts, nights: [] }, 'Bath first').note, null)
})

t.test('a night of another month is opened in its own', async t => {
  const { week } = show({ ...facts, tonight: day('2026-11-28') })
  t.same(week[3]?.link, { month: '2026-12', id: '20261201' })
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

t.test('tonight can be given to the other parent with one press', async t => {
  t.same(show(facts).tonight?.give, { to: 'b', name: { name: 'Robin', isReader: false } })
  const nights = [assignment('2026-11-20', null)]
  t.equal(show({ ...facts, nights }).tonight?.give, null)
  const planned = assignment('2026-11-20', 'a')
  const explanation = planned.explanation && { ...planned.explanation, away: ['b' as const] }
  const away = show({ ...facts, nights: [{ ...planned, explanation }] })
  t.equal(away.tonight?.give, null, 'one who is away is asked for in the details')
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
  const flash = { text: 'Saved.', trouble: false, undo: null }
  t.equal(show({ ...facts, jobs }).lookAgain, true)
  t.equal(show({ ...facts, jobs: [{ ...jobs[0], doneNumber: 2n }] }).lookAgain, true, 'unwritten')
  const done = [{ ...jobs[0], doneNumber: 2n, doneAt: now }]
  t.equal(show({ ...facts, jobs: done }).lookAgain, false)
  t.equal(show({ ...facts, jobs, flash }).lookAgain, false, 'the way to undo stays')
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
  t.ok(view.week.every(({ link, kind }) => link === null && kind === 'unplanned'))
  t.equal(view.tonightDate, 'Friday 20 November')
})
