import { createHash } from 'node:crypto'
import type { ClaimedDelivery, PlanEntry, Recipient, TokenKeys } from '@night-routine/database'
import {
  changesText,
  messagesFor,
  reminderDue,
  reminderText,
  unsubscribePath,
  type Mail,
  type PushMessage,
  type Text,
} from '@night-routine/notifications'
import { wordingFor, type Wording } from '@night-routine/wording'
import type { NotifyFacts } from './plan-deliveries.ts'

/** Deliveries to one device that become one message, oldest first. */
export type Batch = [ClaimedDelivery, ...ClaimedDelivery[]]

/** The text of a batch by the current plan; undefined if there is nothing left to say. */
export function composeText(
  [first, ...others]: Batch,
  person: Recipient,
  facts: NotifyFacts & { entries: readonly PlanEntry[]; now: Temporal.Instant },
): Text | undefined {
  const { names, tonight, plan, settings, now } = facts
  const { email, parent, reminderAt } = person
  const reader = { wording: wordingFor(settings.language), names, parent, tonight }
  if (first.kind === 'reminder') {
    const isTrue =
      [first, ...others].some(({ key }) => key === tonight.toString()) &&
      plan.find(one => one.night.equals(tonight))?.caregiver === parent
    return isTrue && reminderDue({ reminderAt, tonight }, settings, now)
      ? reminderText({ ...reader, note: facts.note })
      : undefined
  }
  const entries = facts.entries.filter(({ id }) => id > (first.sinceEntry ?? id))
  const message = messagesFor([person], { ...facts, entries }).get(email)
  return message && changesText(message, reader)
}

/** Where links lead, and what signs them. */
export interface Links {
  publicUrl: string
  keys: TokenKeys
}

const ttlSeconds = { reminder: 4 * 3600, changes: 86_400 }
const urgency = { reminder: 'high', changes: 'normal' } as const

/** The push message of a batch. */
export function pushMessage(
  batch: Batch,
  text: Text,
  { publicUrl, keys, settings }: Links & Pick<NotifyFacts, 'settings'>,
): PushMessage {
  const [{ kind, email }] = batch
  return {
    text,
    topic: idOf(batch, settings.installation),
    ttlSeconds: ttlSeconds[kind],
    urgency: urgency[kind],
    url: `${publicUrl}/`,
    turnOff: {
      label: wordingFor(settings.language).say('notification.turnOff'),
      url: publicUrl + unsubscribePath(keys, { email, channel: 'push' }),
    },
  }
}

/** The e-mail of a batch. */
export function mailOf(
  batch: Batch,
  { title, lines }: Text,
  { publicUrl, keys, settings }: Links & Pick<NotifyFacts, 'settings'>,
): Mail {
  const [{ email }] = batch
  const wording: Wording = wordingFor(settings.language)
  const unsubscribeUrl = publicUrl + unsubscribePath(keys, { email, channel: 'email' })
  const links = [
    wording.say('notification.seePlan', { url: `${publicUrl}/` }),
    wording.say('notification.stopEmails', { url: unsubscribeUrl }),
  ]
  return {
    to: email,
    subject: title,
    text: [...lines, '', ...links, ''].join('\n'),
    messageId: `<${idOf(batch, settings.installation)}@${new URL(publicUrl).hostname}>`,
    unsubscribeUrl,
    language: wording.language,
  }
}

/** The same for every attempt at the same messages, so that receivers can drop a second copy. */
function idOf(batch: Batch, installation: string): string {
  const [{ email, kind, channel, subscription }] = batch
  const parts = [installation, email, kind, channel, subscription, ...batch.map(({ key }) => key)]
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 32)
}
