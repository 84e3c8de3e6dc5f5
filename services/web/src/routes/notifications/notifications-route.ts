import { zoneOf } from '@night-routine/household'
import {
  deletePushSubscription,
  readNotificationSettings,
  readParentsByEmail,
  readPushSubscriptions,
  readRecipients,
  renewPushSubscription,
  saveAccountParent,
  saveNotificationSettings,
  savePushSubscription,
  transaction,
} from '@night-routine/database'
import { isPushSubscription, preparePush } from '@night-routine/notifications'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { leaveFlash, takeFlash } from '../../flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseId } from '../id.ts'
import { deviceText } from '../auth/callback-route.ts'
import {
  askedFor,
  formOf,
  notificationsBody,
  postedForm,
  type FormFault,
  type NotificationsForm,
} from './notifications-form.ts'
import { notificationsView } from './notifications-view.ts'

const page = '/settings/notifications'
const subscription = Type.Object({
  endpoint: Type.String({ maxLength: 2048 }),
  p256dh: Type.String({ maxLength: 100 }),
  auth: Type.String({ maxLength: 40 }),
})
const renewal = Type.Object({
  ...subscription.properties,
  replaces: subscription.properties.endpoint,
})
const removal = Type.Object({ device_id: Type.String() })

/** @throws SpokenError 400 for what no push service of a browser gives */
function assertPushSubscription(body: Parameters<typeof isPushSubscription>[0]) {
  if (!isPushSubscription(body))
    throw new SpokenError(400, message('notifications.notADevice'), { field: 'endpoint' })
}

/** What each person is notified of, and on which devices. */
const notifications: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, keys, clock, config, publicUrl } = context
  const hasMail = config.SMTP_URL !== undefined
  service.removeContentTypeParser(['application/json', 'text/plain'])

  service.get(page, async (request, reply) => show(request, reply))

  service.post(page, { schema: { body: notificationsBody } }, async (request, reply) => {
    const { email } = signedIn(request).session
    const form = postedForm(request.body)
    const stored = await readNotificationSettings(db, email)
    const { settings, faults } = askedFor(form, { hasMail, stored })
    if (faults.length > 0) {
      void reply.code(400)
      return show(request, reply, { form, faults })
    }
    await transaction(db, async trx => {
      await saveAccountParent(trx, email, form.parent)
      await saveNotificationSettings(trx, email, settings)
    })
    leaveFlash(reply, 'saved', publicUrl)
    return reply.redirect(page)
  })

  // A script sends this, with what the browser's push service gave it.
  service.post(`${page}/devices`, { schema: { body: subscription } }, async (request, reply) => {
    const { email, tokenHash: session } = signedIn(request).session
    assertPushSubscription(request.body)
    const device = deviceText(request.headers['user-agent'])
    const saved = { ...request.body, email, session, device, now: clock.now() }
    const hears = await transaction(db, async trx => {
      await savePushSubscription(trx, saved)
      const settings = await readNotificationSettings(trx, email)
      await saveNotificationSettings(trx, email, { ...settings, byPush: true })
      // Who has only turned a channel on is asked about nights, and hears of nothing else.
      return (await readRecipients(trx)).some(
        one => one.email === email && (one.changes || one.reminderAt !== null),
      )
    })
    leaveFlash(reply, hears ? 'device-on' : 'device-ready', publicUrl)
    return reply.redirect(page)
  })

  // The service worker sends this without the person, so it turns nothing on that they turned off.
  service.post(`${page}/devices/renew`, { schema: { body: renewal } }, async (request, reply) => {
    const { email } = signedIn(request).session
    assertPushSubscription(request.body)
    const renewed = { ...request.body, email }
    await transaction(db, trx => renewPushSubscription(trx, renewed))
    return reply.code(204).send()
  })

  service.post(`${page}/devices/remove`, { schema: { body: removal } }, async (request, reply) => {
    const id = parseId(request.body.device_id, message('sessions.none'), 'device_id')
    await deletePushSubscription(db, { id, email: signedIn(request).session.email })
    leaveFlash(reply, 'device-off', publicUrl)
    return reply.redirect(`${page}#devices`)
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    typed?: { form: NotificationsForm; faults: FormFault[] },
  ) {
    const { session, settings, names } = signedIn(request)
    const { email } = session
    const [stored, parents, pushKey, connection] = await Promise.all([
      readNotificationSettings(db, email),
      readParentsByEmail(db),
      preparePush(db, keys),
      readConnection(context),
    ])
    const view = notificationsView({
      ...(typed ?? { form: formOf(stored, parents.get(email) ?? null), faults: [] }),
      names,
      person: session,
      hasMail,
      // After the key: a key that could not be read has been replaced, and its subscriptions have ended.
      subscriptions: await readPushSubscriptions(db, email),
      pushKey,
      timeZone: zoneOf(settings),
      flash: takeFlash(request, reply, publicUrl),
      wording: request.wording,
    })
    return reply.page('routes/notifications/notifications.hbs', view, connection)
  }
}

export default notifications
