import {
  claimDeliveries,
  deletePushSubscription,
  endDeliveries,
  householdTransaction,
  postponeDeliveries,
  readAddressedIdentities,
  readAsks,
  readEntriesAfter,
  transaction,
  type Ask,
  type Database,
} from '@night-routine/database'
import { endAsks, movesOfTaking } from '@night-routine/household'
import type { NightMove } from '@night-routine/wording'
import {
  quietUntil,
  retrySeconds,
  type Outcome,
  type SendMail,
  type SendPush,
} from '@night-routine/notifications'
import type { DeliveryResult } from './delivery-metric.ts'
import {
  composeAccountText,
  composeText,
  isAboutAccount,
  isAboutAsk,
  languageOf,
  mailOf,
  pushMessage,
  type Batch,
  type BatchFacts,
  type Links,
} from './compose.ts'
import { planDeliveries, readFacts, type NotifyFacts } from './plan-deliveries.ts'

/** What sends messages; undefined for a channel that is not set up. */
export interface Senders {
  push: SendPush | undefined
  mail: SendMail | undefined
}

export interface NotifyOptions extends Links {
  db: Database
  senders: Senders
  now: Temporal.Instant
  /** Throws once another worker may do this work. */
  guard: () => void
  signal: AbortSignal
  /** Called with the result of each attempt. */
  onDelivery?: ((channel: Batch[0]['channel'], result: DeliveryResult) => void) | undefined
}

/** Longer than the slowest attempt. */
const leaseSeconds = 120

/** A message that still cannot be sent after this time is given up. */
const patience = { hours: 48 }

/**
 * Plans what is due and sends it. A row is claimed, then sent, then marked: a worker that dies in between leaves
 * a claim that expires, and the message is sent again. Its push topic and its Message-ID are the same, so that
 * push services and mailboxes can drop the second copy.
 * @returns how each batch ended
 */
export async function notify(options: NotifyOptions): Promise<string[]> {
  const { db, senders, now, guard } = options
  const { facts, claimed } = await householdTransaction(db, async trx => {
    const read = await readFacts(trx, now)
    await endAsks(trx, read.tonight, { at: now, actorKind: 'schedule', actor: null, change: null })
    await planDeliveries(trx, read, { now, hasMail: senders.mail !== undefined })
    const deliveries = await claimDeliveries(trx, { now, leaseSeconds })
    const since = deliveries.flatMap(({ sinceEntry }) => sinceEntry ?? [])
    const [oldest] = since.toSorted((one, other) => Number(one - other))
    const entries = oldest === undefined ? [] : await readEntriesAfter(trx, oldest)
    const about = await readAsks(
      trx,
      deliveries.filter(isAboutAsk).map(({ key }) => key),
    )
    const asks = new Map<string, Ask & { moves: NightMove[] }>()
    for (const ask of about) {
      const moves = ask.state === 'open' ? await movesOfTaking(trx, { ask, now }) : []
      asks.set(ask.id, { ...ask, moves })
    }
    const forgot = deliveries.filter(({ kind }) => kind === 'recovery')
    const identities = await readAddressedIdentities(
      trx,
      forgot.map(({ email }) => email),
    )
    return { facts: { ...read, entries, asks, identities }, claimed: deliveries }
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

async function deliver(batch: Batch, facts: BatchFacts, options: NotifyOptions): Promise<string> {
  const { db, now, onDelivery } = options
  const [{ channel }] = batch
  const attempts = Math.max(...batch.map(delivery => delivery.attempts))
  const person = facts.people.find(({ email }) => email === batch[0].email)
  // Tonight can't wait until tomorrow.
  const isUrgent =
    isAboutAccount(batch[0]) || facts.asks.get(batch[0].key)?.night.equals(facts.tonight) === true
  const quiet = isUrgent ? undefined : quietUntil(person?.quiet ?? null, facts.settings, now)
  if (quiet !== undefined) {
    await postponeDeliveries(db, batch, { until: quiet, error: null, attempts: attempts - 1 })
    onDelivery?.(channel, 'quiet')
    return 'quiet'
  }
  const isWanted =
    person !== undefined &&
    (channel === 'push' ? person.byPush : person.byEmail) &&
    (batch[0].kind !== 'changes' || person.changes)
  const reader = facts.accountReaders.find(({ email }) => email === batch[0].email)
  const language = languageOf(person ?? reader ?? { language: null }, facts.settings)
  const text = isAboutAccount(batch[0])
    ? composeAccountText(batch, { ...facts, ...options })
    : isWanted
      ? composeText(batch, person, { ...facts, now })
      : undefined
  if (text === undefined) {
    await endDeliveries(db, batch, { state: 'nothing-to-say', now })
    onDelivery?.(channel, 'nothing-to-say')
    return 'nothing-to-say'
  }
  const outcome = await send(batch, facts, { ...options, text, language })
  onDelivery?.(channel, await record(batch, outcome, { ...options, attempts }))
  return outcome.kind === 'sent' ? 'sent' : outcome.code
}

async function send(
  batch: Batch,
  { settings, subscriptions }: NotifyFacts,
  {
    senders,
    signal,
    text,
    ...links
  }: NotifyOptions & { text: Parameters<typeof mailOf>[1]; language: string },
): Promise<Outcome> {
  const [{ channel, subscription, email: address }] = batch
  const off: Outcome = { kind: 'retry', code: `${channel}-not-set-up`, afterSeconds: null }
  if (channel === 'email')
    return senders.mail?.(mailOf(batch, text, { ...links, settings }), signal) ?? off
  // Another person may use that browser now.
  const browser = subscriptions.find(({ id, email }) => id === subscription && email === address)
  if (browser === undefined) return { kind: 'gone', code: 'push-unsubscribed' }
  return senders.push?.(browser, pushMessage(batch, text, { ...links, settings }), signal) ?? off
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
    kind !== 'retry' || Temporal.Instant.compare(now, createdAt.add(patience)) >= 0
  const { over = [], waiting = [] } = Object.groupBy(batch, one =>
    isOver(one) ? 'over' : 'waiting',
  )
  await transaction(db, async trx => {
    await endDeliveries(trx, over, { state: 'failed', error, now })
    if (kind === 'retry') {
      const until = now.add({ seconds: retrySeconds(attempts, outcome.afterSeconds) })
      await postponeDeliveries(trx, waiting, { until, error, attempts })
    }
    const [{ subscription: id, email }] = batch
    if (kind === 'gone') await deletePushSubscription(trx, { id, email })
  })
  if (kind === 'gone') return 'gone'
  return waiting.length > 0 ? 'retry' : 'failed'
}
