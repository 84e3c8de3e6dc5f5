import { connectGoogle } from '@night-routine/calendar'
import t, { type Test } from 'tap'
import { calendarOf, emulatorFor } from '../emulator.ts'
import { failure } from '../failure.ts'
import { scriptedServer } from '../scripted-server.ts'

const email = 'alex@example.com'
const family = 'family'

/** A webhook that collects the headers of the notifications. */
async function receiver(t: Test) {
  const received: Record<string, string | undefined>[] = []
  const origin = await scriptedServer(t, (request, response) => {
    const header = (name: string) => request.headers[`x-goog-${name}`]?.toString()
    received.push({
      channel: header('channel-id'),
      token: header('channel-token'),
      resource: header('resource-id'),
      state: header('resource-state'),
    })
    response.end()
  })
  return { received, address: `${origin}/hook` }
}

t.test('a channel sends notifications until it is stopped', async t => {
  const emulator = await emulatorFor(t)
  const { control } = emulator
  const calendar = await calendarOf(emulator, email)
  const { received, address } = await receiver(t)
  const channel = { channelId: crypto.randomUUID(), token: crypto.randomUUID(), address }
  const before = Temporal.Now.instant()
  const { resourceId, expiration } = await calendar.notifications.watch(family, channel)
  t.match(received, [
    { channel: channel.channelId, token: channel.token, resource: resourceId, state: 'sync' },
  ])
  const days = before.until(expiration).total('days')
  t.ok(days > 6.9 && days < 7.1, `the provider's own life: ${days} days`)

  const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }
  await control.createEvent(family, night)
  t.equal((await control.deliveries()).length, 2, 'and one of the change')
  await calendar.notifications.stopChannel({ channelId: channel.channelId, resourceId })
  t.match(await control.channels(), [{ stopped: true }])
  await control.createEvent(family, night)
  t.equal((await control.deliveries()).length, 2, 'no notification after the stop')
  await t.resolves(
    calendar.notifications.stopChannel({ channelId: channel.channelId, resourceId }),
    'stopped before',
  )
})

t.test('requests a lifetime and uses the one granted', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const { address } = await receiver(t)
  const lifeOf = async (ttlSeconds: number) => {
    const channel = { channelId: crypto.randomUUID(), token: 't', address, ttlSeconds }
    const { expiration } = await calendar.notifications.watch(family, channel)
    return Math.round(Temporal.Now.instant().until(expiration).total('hours'))
  }
  t.equal(await lifeOf(7200), 2)
  t.equal(await lifeOf(30 * 24 * 3600), 7 * 24)
})

t.test('classifies refused channels', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const { address } = await receiver(t)
  const channelId = crypto.randomUUID()
  const channel = { channelId, token: 't', address }
  t.match(
    await failure(
      calendar.notifications.watch(family, { ...channel, address: 'http://nights.example.org/' }),
    ),
    { class: 'give-up', reason: 'request-refused' },
    'not https',
  )
  await calendar.notifications.watch(family, channel)
  t.match(
    await failure(calendar.notifications.watch(family, channel)),
    { reason: 'request-refused' },
    'id taken',
  )
  const fresh = { ...channel, channelId: crypto.randomUUID() }
  t.match(await failure(calendar.notifications.watch('nowhere', fresh)), {
    reason: 'calendar-gone',
  })
})

t.test('ignores a channel that can no longer be stopped', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const channel = { channelId: crypto.randomUUID(), resourceId: 'unknown' }
  const { control } = emulator
  const stop = '/channels/stop$'
  await t.resolves(calendar.notifications.stopChannel(channel), '404')
  await control.fail({ path: stop, status: 410, reason: 'deleted', count: 1 })
  await t.resolves(calendar.notifications.stopChannel(channel), '410')
  await control.revokeGrants(email)
  await t.resolves(calendar.notifications.stopChannel(channel), '401')
  const answers = (await control.requests()).filter(({ path }) => path.endsWith('/channels/stop'))
  t.same(new Set(answers.map(({ status }) => status)), new Set([404, 410, 401]))
})

t.test('refuses a response that is not a channel', async t => {
  for (const answer of [{}, { resourceId: 'r' }, { resourceId: 'r', expiration: 'soon' }]) {
    const apiRootUrl = await scriptedServer(t, (_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
    const calendar = connectGoogle({ apiRootUrl, accessToken: async () => 'token' })
    const channel = { channelId: 'c', token: 't', address: 'https://nights.example.org/' }
    t.match(await failure(calendar.notifications.watch(family, channel)), { reason: 'unavailable' })
  }
})
