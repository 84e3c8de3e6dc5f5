import { zoneOf } from '@night-routine/household'
import type { Ask, StoredPushSubscription } from '@night-routine/database'
import { askText } from '@night-routine/notifications'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connection } from '../src/connection.ts'
import { signedIn } from '../src/plugins/sessions.ts'
import {
  askedFor,
  formOf,
  postedForm,
  type FormFault,
  type NotificationsForm,
} from '../src/routes/notifications/notifications-form.ts'
import { notificationsView } from '../src/routes/notifications/notifications-view.ts'
import { alex, now } from './demo-household.ts'

const time = (text: string) => Temporal.PlainTime.from(text)
const stored = {
  reminderAt: time('18:30'),
  changes: true,
  byPush: true,
  byEmail: true,
  quiet: { from: time('22:00'), to: time('07:00') },
}

const phone: StoredPushSubscription = {
  id: 1n,
  email: alex.email,
  endpoint: 'https://push.example.com/1',
  p256dh: '',
  auth: '',
  session: alex.tokenHash,
  device: 'Chrome, Android',
  createdAt: now,
}

const asked: Ask = {
  id: '1',
  night: Temporal.PlainDate.from('2026-11-20'),
  parent: 'a',
  word: 'Choir until nine, and the dress rehearsal on Saturday may take even longer',
  returnNight: Temporal.PlainDate.from('2026-11-28'),
  askedBy: 'alex@example.com',
  askedAt: now,
  state: 'open',
  closedAt: null,
  closedBy: null,
  change: null,
}

/** The notifications page of an in-memory household; invalid forms are refused. */
export function shownNotifications(service: FastifyInstance, connection: Connection): void {
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: { form: NotificationsForm; faults: FormFault[] },
  ) => {
    const { names, session, settings } = signedIn(request)
    const view = notificationsView({
      ...typed,
      names,
      person: session,
      hasMail: true,
      subscriptions: [phone, { ...phone, id: 2n, session: null, device: null }],
      pushKey: 'BKey',
      timeZone: zoneOf(settings),
      flash: null,
      wording: request.wording,
    })
    return reply.page('routes/notifications/notifications.hbs', view, connection)
  }
  service.get('/settings/notifications', async (request, reply) =>
    show(request, reply, { form: formOf(stored, 'a'), faults: [] }),
  )
  service.post<{ Body: Parameters<typeof postedForm>[0] }>(
    '/settings/notifications',
    async (request, reply) => {
      const form = postedForm(request.body)
      const { faults } = askedFor(form, { hasMail: true, stored })
      if (faults.length > 0) void reply.code(400)
      return show(request, reply, { form, faults })
    },
  )
  service.get('/unsubscribe', async ({ wording }, reply) => {
    const view = {
      title: wording.say('unsubscribe.title'),
      said: wording.say('unsubscribe.email'),
      action: '/unsubscribe',
    }
    return reply.page('routes/notifications/unsubscribe.hbs', view)
  })
  service.get('/asks/link', async ({ wording }, reply) => {
    const reader = {
      wording,
      names: { a: 'Alex', b: 'Robin' },
      parent: 'b',
      tonight: asked.night,
    } as const
    const view = { ...askText(asked, reader), action: '/asks/link' }
    return reply.page('routes/asks/ask-link.hbs', view)
  })
}
