import { CalendarError } from '@night-routine/calendar'
import {
  readCalendar,
  readChannels,
  readDisconnectRequest,
  readNotices,
  readToken,
} from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { readHistory, readNights } from '@night-routine/database/nights'
import { requestDisconnect } from '@night-routine/calendar-sync'
import t, { type Test } from 'tap'
import { alex, day, shownNight } from '@night-routine/testing/household'
import { failure } from '../failure.ts'
import { keys } from '../connected-provider.ts'
import { agrees, wholeHousehold, type WholeHousehold } from './whole-household.ts'

const ask = ({ db, now }: WholeHousehold) =>
  householdTransaction(db, trx => requestDisconnect(trx, { now: now(), actor: alex }))

async function remaining({ db, control }: WholeHousehold) {
  return {
    calendar: await readCalendar(db),
    token: await readToken(db, keys),
    request: await readDisconnectRequest(db),
    channels: await readChannels(db),
    served: (await control.channels()).filter(({ stopped }) => !stopped),
  }
}

const nothing = {
  calendar: undefined,
  token: undefined,
  request: undefined,
  channels: [],
  served: [],
}

/** We have nothing any more; the provider could not be asked to stop the channel. */
async function onlyChannelServed(t: Test, household: WholeHousehold) {
  const { served, ...stored } = await remaining(household)
  t.same({ ...stored, served: [] }, nothing)
  t.equal(served.length, 1)
}
const nights = async ({ db }: WholeHousehold) =>
  (await readNights(db, day('2000-01-01'), day('2200-01-01'))).map(shownNight)

const openNotices = async ({ db }: WholeHousehold) =>
  (await readNotices(db)).map(({ kind, data }) => ({ kind, data }))

async function livedIn(t: Test) {
  const household = await wholeHousehold(t)
  await household.wait({ hours: 48 })
  return household
}

t.test('removes our events, channel and grant; keeps the plan and all else', async t => {
  const household = await livedIn(t)
  const { compare, control, db, past, waitUntilIdle, signIn } = household
  const [before, over] = [await nights(household), await past()]
  const date = await household.tonight()
  const [start, end] = [date, date.add({ days: 1 })].map(at => ({ date: at.toString() }))
  const swimming = { summary: 'Swimming', start: start ?? {}, end: end ?? {} }
  const { id } = await control.createEvent('family', swimming)
  const refreshToken = (await readToken(db, keys))?.refreshToken ?? ''
  await ask(household)
  await ask(household)
  await waitUntilIdle()
  t.same(await remaining(household), nothing)
  t.same((await compare()).elsewhere, [])
  t.same(await nights(household), before)
  t.same(await past(), over)
  const theirs = (await control.events('family')).find(event => event.id === id)
  t.match(theirs, { status: 'confirmed', summary: 'Swimming' }, 'an event of the family stays')
  t.same(await openNotices(household), [], 'no open notices')
  t.match(await failure(signIn.refresh(refreshToken)), { reason: 'unauthorized' }, 'revoked')
  const history = await readHistory(db, { limit: 100 })
  t.equal(history.filter(({ action }) => action === 'calendar-disconnected').length, 1)

  await control.clearRequests()
  await household.wait({ hours: 24 })
  t.same(await control.requests(), [], 'no further calls')
})

t.test('continues after a kill before any call', async t => {
  const household = await livedIn(t)
  const { calendar, notifications, waitUntilIdle, through, compare } = household
  await ask(household)
  let [allowed, since, kills] = [0, 0, 0]
  const fragile = <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    (async (...args: Args) => {
      since += 1
      if (since > allowed) throw new Error('killed')
      return call(...args)
    }) as (...args: Args) => Promise<Answer>
  through({
    removeEvent: fragile(calendar.removeEvent.bind(calendar)),
    notifications: {
      ...notifications,
      stopChannel: fragile(notifications.stopChannel.bind(notifications)),
    },
  })
  for (; await readDisconnectRequest(household.db); since = 0) {
    allowed = kills % 3
    await waitUntilIdle().catch(() => (kills += 1))
    if (kills > 100) break
  }
  t.ok(kills > 5, `${kills} kills`)
  t.same(await remaining(household), nothing)
  t.same((await compare()).elsewhere, [])
})

t.test('finishes at once without a valid grant, and reports the remaining events', async t => {
  const household = await livedIn(t)
  const { control, waitUntilIdle } = household
  await control.revokeGrants('alex@example.com')
  await ask(household)
  await waitUntilIdle()
  await onlyChannelServed(t, household)
  t.match(await openNotices(household), [
    { kind: 'disconnected', data: { calendarName: 'family', eventsLeft: 8, revoked: true } },
  ])
})

t.test('waits 15 minutes for a provider that is down', async t => {
  const household = await livedIn(t)
  const { control, db, waitUntilIdle, wait } = household
  await ask(household)
  await control.fail({ path: '.', status: 503 })
  t.match(await failure(waitUntilIdle()), { class: 'retry' })
  await t.rejects(wait({ minutes: 14 }), CalendarError)
  t.ok(await readDisconnectRequest(db), 'the provider may recover')
  // A late notification may still request a pull, which does nothing.
  await wait({ minutes: 1 }).catch(() => undefined)
  await control.clearFaults()
  await onlyChannelServed(t, household)
  t.match(await openNotices(household), [
    { kind: 'disconnected', data: { calendarName: 'family', eventsLeft: 8, revoked: false } },
  ])
})

t.test('removes the remaining events when the same account is connected again', async t => {
  const household = await livedIn(t)
  const { connect, control, select, waitUntilIdle } = household
  await control.revokeGrants('alex@example.com')
  await ask(household)
  await waitUntilIdle()
  await connect('alex@example.com')
  await select('second')
  await waitUntilIdle()
  await agrees(t, household, 'in the other calendar')
})

t.test('disconnects during a push and while a channel opens', async t => {
  for (const reversed of [false, true]) {
    const household = await livedIn(t)
    const { calls, notifications, compare, db, run, select, waitUntilIdle, through } = household
    await select('second')
    const asked: Promise<unknown>[] = []
    calls.guard = () => {
      if (asked.length === 0) asked.push(ask(household))
    }
    if (!reversed) await run('push')
    through({
      notifications: {
        ...notifications,
        watch: async (...args) => {
          asked.push(ask(household))
          return notifications.watch(...args)
        },
      },
    })
    await run('channel')
    await Promise.all(asked)
    t.ok(asked.length > 0)
    calls.guard = () => {}
    t.ok(await readDisconnectRequest(db))
    await waitUntilIdle({ reversed })
    t.same(await remaining(household), nothing)
    t.same((await compare()).elsewhere, [])
  }
})
