import {
  householdTransaction,
  transaction,
  unreadable,
  type Database,
} from '@night-routine/database/connection'
import { readAddressedCredentials } from '@night-routine/database/credentials'
import { readAsks, type Ask } from '@night-routine/database/nights'
import {
  claimDeliveries,
  deletePushSubscription,
  endDeliveries,
  postponeDeliveries,
  readEntriesAfter,
  readPersonChannels,
  turnOffChannel,
  type PersonChannel,
  type Recipient,
} from '@night-routine/database/notifications'
import { endAsks, movesOfTaking } from '@night-routine/household'
import type { NightMove } from '@night-routine/wording'
import {
  channelOf,
  isChannelId,
  quietUntil,
  retrySeconds,
  type ChannelId,
  type Outcome,
  type Send,
  type Text,
} from '@night-routine/notifications'
import type { DeliveryResult } from './delivery-metric.ts'
import {
  composeMemberText,
  composeText,
  isAboutMember,
  isAboutAsk,
  composeTestText,
  languageOf,
  messageOf,
  type Batch,
  type BatchFacts,
  type Links,
} from './compose.ts'
import { planDeliveries, readFacts } from './plan-deliveries.ts'

/** What sends messages; a channel that is not set up has none. */
export type Senders = Partial<Record<ChannelId, Send>>

export interface NotifyOptions extends Links {
  db: Database
  senders: Senders
  /** The channels that people can choose here. */
  setUp: readonly ChannelId[]
  now: Temporal.Instant
  /** Throws once another worker may do this work. */
  guard: () => void
  signal: AbortSignal
  onDelivery?: ((channel: Batch[0]['channel'], result: DeliveryResult) => void) | undefined
}

/** Longer than the slowest attempt. */
const leaseSeconds = 120

/** A message that still cannot be sent after this time is given up. */
const timeout = { hours: 48 }

/**
 * Plans what is due and sends it. A row is claimed, sent, then marked: if a worker dies in between, the message is sent
 * again with the same id, so that receivers can drop the second copy. @returns how each batch ended
 */
export async function notify(options: NotifyOptions): Promise<string[]> {
  const { db, keys, now, guard, setUp } = options
  const { facts, claimed } = await householdTransaction(db, async trx => {
    const read = await readFacts(trx, now)
    await endAsks(trx, { at: now, actorKind: 'schedule', actor: null, change: null })
    await planDeliveries(trx, read, { now, setUp })
    const deliveries = await claimDeliveries(trx, { now, leaseSeconds })
    const since = deliveries.flatMap(({ sinceEntry }) => sinceEntry ?? [])
    const [oldest] = since.toSorted((one, other) => Number(one - other))
    const entries = oldest === undefined ? [] : await readEntriesAfter(trx, oldest)
    const askIds = deliveries.filter(isAboutAsk).map(({ key }) => key)
    const asks = new Map<string, Ask & { moves: NightMove[] }>()
    for (const ask of await readAsks(trx, askIds)) {
      const moves = ask.state === 'open' ? await movesOfTaking(trx, { ask, now }) : []
      asks.set(ask.id, { ...ask, moves })
    }
    const forgot = deliveries.filter(({ kind }) => kind === 'recovery').map(({ email }) => email)
    const identities = await readAddressedCredentials(trx, forgot)
    const channels = await readPersonChannels(trx, keys)
    return { facts: { ...read, entries, asks, identities, channels }, claimed: deliveries }
  })
  guard()
  const batches = Object.values(
    Object.groupBy(claimed, one =>
      [one.email, one.kind, one.channel, one.subscription, isAboutAsk(one) && one.key].join('\n'),
    ),
  )
  return Promise.all(
    batches.flatMap(batch =>
      batch?.[0] === undefined ? [] : [deliver([batch[0], ...batch.slice(1)], facts, options)],
    ),
  )
}

async function deliver(batch: Batch, facts: DeliveryFacts, options: NotifyOptions) {
  const { db, now, onDelivery } = options
  const [{ channel }] = batch
  const attempts = Math.max(...batch.map(delivery => delivery.attempts))
  const person = facts.people.find(({ email }) => email === batch[0].email)
  // Tonight can't wait until tomorrow.
  const isUrgent =
    isAboutMember(batch[0]) ||
    batch[0].kind === 'test' ||
    facts.asks.get(batch[0].key)?.night.equals(facts.tonight) === true
  const quiet = isUrgent ? undefined : quietUntil(person?.quiet ?? null, facts.settings, now)
  if (quiet !== undefined) {
    await postponeDeliveries(db, batch, { until: quiet, error: null, attempts: attempts - 1 })
    onDelivery?.(channel, 'quiet')
    return 'quiet'
  }
  const isWanted =
    person !== undefined &&
    person.channels.includes(channel) &&
    (batch[0].kind !== 'changes' || person.changes)
  const reader = facts.memberReaders.find(({ email }) => email === batch[0].email)
  const language = languageOf(person ?? reader ?? { language: null }, facts.settings)
  const text = textOf(batch, isWanted ? person : undefined, { ...facts, ...options, language })
  if (text === undefined) {
    await endDeliveries(db, batch, { state: 'nothing-to-say', now })
    onDelivery?.(channel, 'nothing-to-say')
    return 'nothing-to-say'
  }
  const outcome = await send(batch, facts, { ...options, text, language })
  const result = await record(batch, outcome, { ...options, attempts })
  onDelivery?.(channel, result)
  return outcome.kind === 'sent' ? 'sent' : outcome.code
}

/** What a batch says; undefined if there is nothing left to say to this person. */
function textOf(
  batch: Batch,
  person: Recipient | undefined,
  facts: BatchFacts & Links & { now: Temporal.Instant; language: string },
): Text | undefined {
  if (isAboutMember(batch[0])) return composeMemberText(batch, facts)
  if (batch[0].kind === 'test') return composeTestText(facts.language)
  return person && composeText(batch, person, facts)
}

interface DeliveryFacts extends BatchFacts {
  /** What people filled in for their channels. */
  channels: readonly PersonChannel[]
}

async function send(
  batch: Batch,
  { settings, subscriptions, channels }: DeliveryFacts,
  { senders, signal, text, ...links }: NotifyOptions & { text: Text; language: string },
): Promise<Outcome> {
  const [{ channel, subscription: device, email }] = batch
  const sender = isChannelId(channel) ? senders[channel] : undefined
  if (!isChannelId(channel) || sender === undefined)
    return { kind: 'retry', code: `${channel}-not-set-up`, afterSeconds: null }
  const values = channels.find(one => one.channel === channel && one.email === email)?.values ?? {}
  if (values === unreadable) return { kind: 'give-up', code: `${channel}-key-lost` }
  // Removed after the message was planned.
  if (Object.keys(values).length === 0 && channelOf(channel).fields.length > 0)
    return { kind: 'gone', code: `${channel}-unsubscribed` }
  // Another person may use that browser now.
  const subscription = subscriptions.find(one => one.id === device && one.email === email)
  const message = messageOf(batch, text, { ...links, settings })
  return sender(message, { email, values, subscription }, signal)
}

async function record(
  batch: Batch,
  outcome: Outcome,
  { db, now, attempts }: Pick<NotifyOptions, 'db' | 'now'> & { attempts: number },
): Promise<DeliveryResult> {
  if (outcome.kind === 'sent') {
    await endDeliveries(db, batch, { state: 'sent', now })
    return 'sent'
  }
  const { kind, code: error } = outcome
  const isOver = ({ createdAt }: Batch[0]) =>
    kind !== 'retry' ||
    batch[0].kind === 'test' ||
    Temporal.Instant.compare(now, createdAt.add(timeout)) >= 0
  const { over = [], waiting = [] } = Object.groupBy(batch, one =>
    isOver(one) ? 'over' : 'waiting',
  )
  await transaction(db, async trx => {
    await endDeliveries(trx, over, { state: 'failed', error, now })
    if (kind === 'retry') {
      const until = now.add({ seconds: retrySeconds(attempts, outcome.afterSeconds) })
      await postponeDeliveries(trx, waiting, { until, error, attempts })
    }
    const [{ channel, subscription: id, email }] = batch
    if (kind !== 'gone') return
    if (channel === 'push') await deletePushSubscription(trx, { id, email })
    else await turnOffChannel(trx, email, channel)
  })
  if (kind === 'gone') return 'gone'
  return waiting.length > 0 ? 'retry' : 'failed'
}
