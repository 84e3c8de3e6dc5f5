import { wording } from '@night-routine/wording'
import t from 'tap'
import { homeView, type HomeFacts } from '../../../src/routes/home/home-view.ts'
import { connected, now, people, settings } from '../../demo-household.ts'
import { assignment, day, inTurn, month } from '../../nights.ts'

const facts: HomeFacts = {
  settings,
  people,
  month: month('2026-11'),
  tonight: day('2026-11-20'),
  nights: inTurn('2026-11-20', 20),
  selected: null,
  choices: null,
  connection: connected,
  calendarName: 'Family',
  work: [],
  channels: [],
  told: [],
  disconnecting: false,
  now,
  notice: null,
  words: wording('en'),
}

t.test('tonight and the seven nights after it', async t => {
  const { tonight, upcoming } = homeView(facts)
  t.match(tonight, { date: 'Friday 20 November', name: 'Alex', kind: 'a' })
  t.same(tonight?.link, { month: '2026-11', id: '20261120' })
  t.same(
    upcoming.map(({ date }) => date.split(' ')[1]),
    ['21', '22', '23', '24', '25', '26', '27'],
  )
})

t.test('a night of another month is opened in its own', async t => {
  const { upcoming } = homeView({ ...facts, tonight: day('2026-11-28') })
  t.same(upcoming[2]?.link, { month: '2026-12', id: '20261201' })
})

t.test('nights that nobody can do are listed until they are past', async t => {
  const nights = [assignment('2026-11-19', null), ...facts.nights, assignment('2026-12-20', null)]
  t.same(
    homeView({ ...facts, nights }).open.map(({ date }) => date),
    ['Sunday 20 December'],
  )
})

const steps = (more: Partial<HomeFacts>) => homeView({ ...facts, ...more }).firstSteps

t.test('first steps stand until the account and the calendar are there', async t => {
  t.equal(steps({}), null)
  t.same(steps({ calendarName: null }), { connect: false, choose: true })
  t.same(steps({ connection: { state: 'absent' }, calendarName: null }), {
    connect: true,
    choose: true,
  })
  t.equal(steps({ connection: { state: 'broken' } }), null, 'the banner asks to reconnect')
})

t.test('without nights there is no tonight, and nothing to come', async t => {
  const view = homeView({ ...facts, nights: [] })
  t.equal(view.tonight, null)
  t.same(view.upcoming, [])
  t.equal(view.tonightDate, 'Friday 20 November')
})
