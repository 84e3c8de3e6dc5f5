import {
  householdTransaction,
  parseSecretKeys,
  transaction,
  type Database,
} from '@night-routine/database/connection'
import type { ParentId } from '@night-routine/database/nights'
import {
  saveNotificationSettings,
  savePushSubscription,
  type NotificationSettings,
} from '@night-routine/database/notifications'
import { bindMember, saveMemberParent } from '@night-routine/database/people'
import { giveNight, undoLastChange } from '@night-routine/household'
import { alex, now, planAt, robin, seededDatabase } from '@night-routine/testing/household'
import {
  channelIds as setUp,
  mailOf,
  type Message,
  type Outcome,
  type Send,
} from '@night-routine/notifications'
import { notify, type NotifyOptions } from '../../src/notify/deliver.ts'
import { countDeliveries } from '../../src/notify/delivery-metric.ts'

export const addresses: Record<ParentId, string> = {
  a: 'alex@example.com',
  b: 'robin@example.com',
}

const nothing: NotificationSettings = {
  reminderAt: null,
  changes: false,
  channels: ['push'],
  quiet: null,
}

/** A planned household with both parents' accounts, and devices that record what arrives. */
export async function family(
  t: Parameters<typeof seededDatabase>[0],
  preferences: Partial<Record<ParentId, Partial<NotificationSettings>>>,
) {
  const db = await seededDatabase(t)
  await planAt(db, now)
  for (const [parent, email] of [
    ['a', addresses.a],
    ['b', addresses.b],
  ] as const) {
    await bindMember(db, email, email)
    await saveMemberParent(db, email, parent)
    await savePushSubscription(db, { ...phone(parent), email, now })
    const settings = { ...nothing, ...preferences[parent] }
    await transaction(db, trx => saveNotificationSettings(trx, email, settings))
  }
  const devices = recordingDevices()
  const deliveries = countDeliveries()
  const run = (at = now, more: Partial<NotifyOptions> = {}) =>
    notify({
      db,
      senders: { push: devices.push, email: devices.mail },
      setUp,
      now: at,
      guard: () => {},
      publicUrl: 'https://routine.example',
      keys: parseSecretKeys(['ab'.repeat(32)]),
      signal: new AbortController().signal,
      onDelivery: deliveries.count,
      ...more,
    })
  /** "push sent 2" for each result that occurred. */
  const counted = async () =>
    (await deliveries.metric.get()).values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => `${labels['channel']} ${labels['result']} ${value}`)
  return { db, run, counted, ...devices, ...changesOf(db) }
}

export const phone = (parent: ParentId) => ({
  endpoint: `https://push.example/${parent}`,
  p256dh: 'p',
  auth: 'a',
})

const accept = (): Outcome => ({ kind: 'sent' })

/** What a device received: "a Robin gave you Sunday.", with the parent whose device it is. */
function recordingDevices() {
  const arrived: string[] = []
  const ids: string[] = []
  const pushes: Message[] = []
  const mails: ReturnType<typeof mailOf>[] = []
  let next = accept
  const push: Send = async (message, { subscription }) => {
    if (subscription === undefined) return { kind: 'gone', code: 'push-unsubscribed' }
    pushes.push(message)
    ids.push(message.id)
    arrived.push(`${subscription.endpoint.slice(-1)} ${message.text.title}`)
    return next()
  }
  const mail: Send = async (message, { email }) => {
    const sent = mailOf(message, email)
    mails.push(sent)
    ids.push(sent.messageId)
    arrived.push(`${email === addresses.a ? 'a' : 'b'} by mail: ${sent.subject}`)
    return next()
  }
  return {
    push,
    mail,
    pushes,
    mails,
    ids,
    /** What arrived since the last call, in order. */
    arrived: () => arrived.splice(0).toSorted(),
    /** How the servers answer from now on. */
    answer: (outcome: () => Outcome) => {
      next = outcome
    },
  }
}

function changesOf(db: Database) {
  const people = { a: alex, b: robin }
  return {
    /** A parent gives a night to a parent. */
    give: async (by: ParentId, night: string, to: ParentId) => {
      const { id } = await db
        .selectFrom('assignments')
        .select('id')
        .where('night', '=', Temporal.PlainDate.from(night))
        .executeTakeFirstOrThrow()
      await householdTransaction(db, trx => giveNight(trx, { id, to, now, actor: people[by] }))
    },
    undo: (by: ParentId) =>
      householdTransaction(db, trx => undoLastChange(trx, { now, actor: people[by] })),
    /** Who has a night. */
    parentOf: async (night: string) => {
      const query = db
        .selectFrom('assignments')
        .select('parent')
        .where('night', '=', Temporal.PlainDate.from(night))
      return (await query.executeTakeFirstOrThrow()).parent === 'a' ? 'a' : 'b'
    },
    /** "changes push sent" for each delivery on record. */
    record: async () =>
      (await db.selectFrom('notification_deliveries').selectAll().orderBy('id').execute()).map(
        ({ kind, channel, state, error }) =>
          [kind, channel, state, ...(error === null ? [] : [error])].join(' '),
      ),
  }
}
