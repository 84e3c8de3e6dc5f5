import { randomUUID } from 'node:crypto'
import { sql, type NotNull } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { Schema } from '../schema/schema.ts'

type Row = Schema['notification_deliveries']

/** One message to one device: a push subscription, or where another channel leads. */
export interface DeliveryToPlan {
  email: string
  kind: Row['kind']
  /** With person, kind and device, this names the message: it is planned once. */
  key: string
  channel: Row['channel']
  /** The id of the push subscription; 0 for every other channel. */
  subscription: bigint
  /** For `changes`: the last history entry that the person knew about. */
  sinceEntry: bigint | null
  /** When it may be sent at the earliest; left out, at once. */
  notBefore?: Temporal.Instant
}

/** A delivery that one worker has claimed. */
export interface ClaimedDelivery extends DeliveryToPlan {
  id: bigint
  claim: string
  /** This one included. */
  attempts: number
  createdAt: Temporal.Instant
}

/**
 * Adds deliveries that are not on record yet. A device that still waits for an earlier message gets both at the
 * same time, so that they are one message and a wait that its server asked for holds.
 */
export async function addDeliveries(
  trx: Transaction,
  deliveries: readonly DeliveryToPlan[],
  now: Temporal.Instant,
) {
  for (const delivery of deliveries) {
    const { email, kind, key, channel, subscription, sinceEntry, notBefore = now } = delivery
    const dueAt = sql<string>`greatest(${notBefore}::timestamptz, (
      select max(next_attempt_at) from notification_deliveries
      where state = 'waiting' and email = ${email} and kind = ${kind}
        and channel = ${channel} and subscription = ${subscription}))`
    await trx
      .insertInto('notification_deliveries')
      .values({
        email,
        kind,
        key,
        channel,
        subscription,
        since_entry: sinceEntry,
        state: 'waiting',
        next_attempt_at: dueAt,
        created_at: now,
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/**
 * Plans the mail with a link to a new password, for a person who was let in and has credentials. The same statement for
 * any other address: time tells nothing.
 */
export async function planRecovery(trx: Transaction, email: string, now: Temporal.Instant) {
  await trx
    .insertInto('notification_deliveries')
    .columns(['email', 'kind', 'key', 'channel', 'state', 'next_attempt_at', 'created_at'])
    .expression(eb =>
      eb
        .selectFrom('identities')
        .innerJoin('accounts', 'accounts.email', 'identities.email')
        .select([
          'identities.email',
          eb.val('recovery').as('kind'),
          eb.val(now.toString()).as('key'),
          eb.val('email').as('channel'),
          eb.val('waiting').as('state'),
          sql<Temporal.Instant>`${now}::timestamptz`.as('next_attempt_at'),
          sql<Temporal.Instant>`${now}::timestamptz`.as('created_at'),
        ])
        .where('identities.email', '=', email),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Who has a reminder of this night on record. */
export async function readReminded(q: Queryable, night: Temporal.PlainDate): Promise<Set<string>> {
  const rows = await q
    .selectFrom('notification_deliveries')
    .select('email')
    .where('kind', '=', 'reminder')
    .where('key', '=', night.toString())
    .execute()
  return new Set(rows.map(({ email }) => email))
}

const isDue = (now: Temporal.Instant) => sql<boolean>`(
  (state = 'waiting' and next_attempt_at <= ${now})
  or (state = 'sending' and claimed_until <= clock_timestamp()))`

/**
 * Whether a delivery is due, or the history or an ask has something that no delivery was planned for. After a restore
 * those wait until the calendar was read.
 */
export async function notificationsDue(q: Queryable, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select
    exists (select from notification_deliveries where ${isDue(now)})
    or (not (exists (select from restoration where learned_at is null) and
        exists (select from calendar_settings)) and (
      exists (select from asks where told is distinct from state) or
      exists (select from notification_settings where changes) and
        (select max(id) from history) > (select history_id from notification_cursor))) as due`.execute(
    q,
  )
  return rows[0]?.due === true
}

/**
 * Claims every delivery that is due, for `leaseSeconds`. Exactly one worker gets each; an expired claim can be
 * claimed again, because a worker may die between sending a message and recording it.
 */
export async function claimDeliveries(
  q: Queryable,
  { now, leaseSeconds }: { now: Temporal.Instant; leaseSeconds: number },
): Promise<ClaimedDelivery[]> {
  const claim = randomUUID()
  const rows = await q
    .updateTable('notification_deliveries')
    .set({
      state: 'sending',
      claim,
      claimed_until: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
      attempts: sql`attempts + 1`,
    })
    .where('id', 'in', eb =>
      eb
        .selectFrom('notification_deliveries')
        .select('id')
        .where(isDue(now))
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      ...(['id', 'email', 'kind', 'key', 'channel', 'subscription', 'attempts'] as const),
      'since_entry as sinceEntry',
      'created_at as createdAt',
    ])
    .execute()
  return rows.map(row => ({ ...row, claim })).toSorted((one, other) => Number(one.id - other.id))
}

/** Ends claimed deliveries. Does nothing for those that another worker has claimed since. */
export async function endDeliveries(
  q: Queryable,
  deliveries: readonly Pick<ClaimedDelivery, 'id' | 'claim'>[],
  end: {
    state: 'sent' | 'nothing-to-say' | 'failed'
    /** A code, for the record. */
    error?: string | null
    now: Temporal.Instant
  },
) {
  await claimed(q, deliveries)
    .set({ state: end.state, error: end.error ?? null, ended_at: end.now })
    .execute()
}

/** Gives claimed deliveries back for a later attempt; `attempts` is how many count so far. */
export async function postponeDeliveries(
  q: Queryable,
  deliveries: readonly Pick<ClaimedDelivery, 'id' | 'claim'>[],
  { until, error, attempts }: { until: Temporal.Instant; error: string | null; attempts: number },
) {
  await claimed(q, deliveries)
    .set({ state: 'waiting', next_attempt_at: until, error, attempts })
    .execute()
}

/** Days for which the record of a delivery is kept. No message has the same key after so long. */
const recordDays = 90

/** Deletes the record of deliveries that ended long ago. */
export async function deleteOldDeliveries(q: Queryable, now: Temporal.Instant) {
  await q
    .deleteFrom('notification_deliveries')
    .where('ended_at', '<', now.subtract({ hours: 24 * recordDays }))
    .execute()
}

function claimed(q: Queryable, deliveries: readonly Pick<ClaimedDelivery, 'id' | 'claim'>[]) {
  return q
    .updateTable('notification_deliveries')
    .set({ claim: null, claimed_until: null })
    .where(eb =>
      eb.or(deliveries.map(({ id, claim }) => eb('id', '=', id).and('claim', '=', claim))),
    )
}

/** Messages that failed, or wait after a failure. */
export interface FailedDeliveries extends Pick<Row, 'channel'> {
  /** The code of the last failure. */
  error: string
  count: number
}

/** The messages since then that have not arrived because of a failure, by channel and code. */
export async function countFailedDeliveries(q: Queryable, since: Temporal.Instant) {
  return q
    .selectFrom('notification_deliveries')
    .select(['channel', 'error', sql<number>`count(*)::int`.as('count')])
    .where('created_at', '>=', since)
    .where('error', 'is not', null)
    .groupBy(['channel', 'error'])
    .orderBy('channel')
    .orderBy('error')
    .$narrowType<{ error: NotNull }>()
    .execute()
}

/** How the last message by a channel ended, or why it waits. */
export interface LastDelivery extends Pick<Row, 'channel' | 'kind' | 'state'> {
  error: string | null
  createdAt: Temporal.Instant
  at: Temporal.Instant
}

/** The last message by each channel of a person that was sent, or met a failure. */
export async function readLastDeliveries(q: Queryable, email: string): Promise<LastDelivery[]> {
  return q
    .selectFrom('notification_deliveries')
    .distinctOn('channel')
    .select(['channel', 'kind', 'state', 'error', 'created_at as createdAt'])
    .select(sql<Temporal.Instant>`coalesce(ended_at, created_at)`.as('at'))
    .where('email', '=', email)
    .where(eb => eb.or([eb('state', '=', 'sent'), eb('error', 'is not', null)]))
    .orderBy('channel')
    .orderBy('id', 'desc')
    .execute()
}
