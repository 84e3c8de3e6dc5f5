import { randomUUID } from 'node:crypto'
import type { Channel } from '@night-routine/database/calendar'
import t from 'tap'
import type { Notification } from '../../../src/routes/notification/notification.ts'
import { takeNotifications } from '../../../src/routes/notification/notification.ts'
import { channel, token } from '../../channels.ts'
import { keptChannels } from './notification-service.ts'

const family = channel()
const work = channel({ resourceId: 'resource-of-work' })

function from({ channelId }: Pick<Channel, 'channelId'>, changes: Partial<Notification> = {}) {
  return {
    channelId,
    token,
    resourceId: 'resource-of-family',
    resourceState: 'exists',
    resourceUri: 'https://www.googleapis.com/calendar/v3/calendars/family/events',
    messageNumber: '10',
    ...changes,
  }
}

t.test('a round of any size is one read and one write', async t => {
  const { options, did } = keptChannels([family, work])
  const found = [
    from(family, { messageNumber: '12' }),
    from(family, { messageNumber: '11' }),
    from(family, { messageNumber: '11' }),
    from(work, { resourceId: 'resource-of-work', resourceState: 'not_exists' }),
  ]
  const genuine = await takeNotifications(found, options)
  t.equal(genuine.size, 4, 'also the one that came twice')
  t.same(did(), ['read 2', 'pull'])
})

t.test('checks each notification separately', async t => {
  const pending = channel({ state: 'pending', resourceId: null, expiration: null })
  const { options, did } = keptChannels([family, work, pending])
  const good = from(family)
  const forged = [
    from(family, { token: 'wrong' }),
    from(work),
    from({ channelId: randomUUID() }),
    from(pending, { resourceState: 'sync', token: 'wrong' }),
  ]
  const sync = from(pending, { resourceState: 'sync', resourceId: 'resource' })
  const genuine = await takeNotifications([forged, good, sync].flat(), options)
  t.same([...genuine], [good, sync])
  t.same(did(), ['read 4', 'learn resource', 'pull'])
})

t.test('a state of a channel asks for a pull, names its resource, or does nothing', async t => {
  const pending = channel({ state: 'pending', resourceId: null, expiration: null })
  const { options, did } = keptChannels([family, pending])
  for (const [resourceState, of, done] of [
    ['exists', family, ['pull']],
    ['not_exists', family, ['pull']],
    ['exists', pending, ['pull']],
    ['sync', family, []],
    ['sync', pending, ['learn resource-of-family']],
    ['EXISTS', family, []],
  ] as const) {
    t.equal((await takeNotifications([from(of, { resourceState })], options)).size, 1)
    t.same(did().slice(1), done, `${resourceState}, ${of.state}`)
  }
})

t.test('answers only after the request is stored', async t => {
  const { options } = keptChannels([family])
  const kept = Promise.withResolvers<void>()
  let done = false
  const taking = takeNotifications([from(family)], { ...options, requestPull: () => kept.promise })
  void taking.then(() => (done = true))
  await new Promise(setImmediate)
  t.equal(done, false)
  kept.resolve()
  await taking
  t.equal(done, true)
})
