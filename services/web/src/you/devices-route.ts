import { transaction } from '@night-routine/database/connection'
import {
  deletePushSubscription,
  readNotificationSettings,
  readPushSubscriptions,
  readRecipients,
  renewPushSubscription,
  saveNotificationSettings,
  savePushSubscription,
} from '@night-routine/database/notifications'
import { isPushSubscription, preparePush } from '@night-routine/notifications'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { signedIn } from '../plugins/sessions.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { parseId } from '../plugins/id.ts'
import { deviceText } from '../sign-in/device-text.ts'
import { page } from './you-route.ts'

const subscription = Type.Object({
  endpoint: Type.String({ maxLength: 2048 }),
  p256dh: Type.String({ maxLength: 100 }),
  auth: Type.String({ maxLength: 40 }),
})
const renewal = Type.Partial(
  Type.Object({
    ...subscription.properties,
    replaces: subscription.properties.endpoint,
    lost: Type.Literal('1'),
  }),
)
const removal = Type.Object({ device_id: Type.String() })

/** @throws LocalizedHttpError 400 for what no push service of a browser gives */
function assertPushSubscription(body: Parameters<typeof isPushSubscription>[0]) {
  if (!isPushSubscription(body))
    throw new LocalizedHttpError(400, message('notifications.notADevice'), { field: 'endpoint' })
}

/** The browsers that a person gets push messages in. */
export default async function devices(service: WebService, context: WebContext) {
  const { db, clock } = context

  // A script sends this, with what the browser's push service gave it.
  service.post(`${page}/devices`, { schema: { body: subscription } }, async (request, reply) => {
    const { email, tokenHash: session } = signedIn(request).session
    assertPushSubscription(request.body)
    const device = deviceText(request.headers['user-agent'])
    const saved = { ...request.body, email, session, device, now: clock.now() }
    const hears = await transaction(db, async trx => {
      await savePushSubscription(trx, saved)
      const settings = await readNotificationSettings(trx, email)
      await saveNotificationSettings(trx, email, {
        ...settings,
        channels: [...new Set([...settings.channels, 'push'])],
      })
      // Who has a way for messages is asked about nights, whatever else they want to hear about.
      return (await readRecipients(trx)).some(one => one.email === email)
    })
    return leaveFlash(reply, hears ? 'device-on' : 'device-ready').redirect(page)
  })

  // The service worker sends this without the person, so it turns nothing on that they turned off: the subscription that
  // the browser has. One that has none although we know one gets the key to make another, or says that it is lost.
  service.post(`${page}/devices/renew`, { schema: { body: renewal } }, async (request, reply) => {
    const { email, tokenHash: session } = signedIn(request).session
    const { endpoint, p256dh = '', auth = '', lost, ...last } = request.body
    if (endpoint !== undefined) {
      const given = { endpoint, p256dh, auth }
      assertPushSubscription(given)
      const renewed = { ...given, ...last, email, session }
      await transaction(db, trx => renewPushSubscription(trx, renewed))
      return reply.code(204).send()
    }
    const subscriptions = await readPushSubscriptions(db, email)
    const known = subscriptions.find(each => each.session === session)
    if (known === undefined) return reply.code(204).send()
    if (lost === undefined) return preparePush(db, context.keys)
    await deletePushSubscription(db, { id: known.id, email })
    leaveFlash(reply, 'device-lost')
    return reply.code(204).send()
  })

  service.post(`${page}/devices/remove`, { schema: { body: removal } }, async (request, reply) => {
    const id = parseId(request.body.device_id, message('sessions.none'), 'device_id')
    await deletePushSubscription(db, { id, email: signedIn(request).session.email })
    return leaveFlash(reply, 'device-off').redirect(`${page}#devices`)
  })
}
