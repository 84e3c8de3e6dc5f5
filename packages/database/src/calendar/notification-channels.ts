import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'
import type { Schema } from '../schema/schema.ts'

/**
 * A notification channel. `pending`: announced here, not yet confirmed by the provider; `live`;
 * `retired`: replaced, its last notifications are tolerated; `stopped`: ended.
 */
export interface Channel {
  id: bigint
  channelId: string
  calendarId: string
  /** Null until the provider has confirmed the channel, like `expiration`. */
  resourceId: string | null
  /** SHA-256 of the channel's token in hexadecimal digits: the token itself is never stored. */
  tokenHash: string
  /** Where the provider sends its notifications. */
  address: string
  expiration: Temporal.Instant | null
  state: Schema['notification_channels']['state']
  retiredAt: Temporal.Instant | null
  createdAt: Temporal.Instant
}

/** Keeps a channel before the provider is asked for it, so that no channel of ours is ever unknown. */
export async function announceChannel(
  q: Queryable,
  channel: Pick<Channel, 'channelId' | 'calendarId' | 'tokenHash' | 'address'>,
) {
  await q
    .insertInto('notification_channels')
    .values({
      channel_id: channel.channelId,
      calendar_id: channel.calendarId,
      token_hash: channel.tokenHash,
      address: channel.address,
      state: 'pending',
    })
    .execute()
}

/** Notes what the provider answered: the channel is live. Does nothing to one that is not pending. */
export async function confirmChannel(
  q: Queryable,
  channelId: string,
  { resourceId, expiration }: { resourceId: string; expiration: Temporal.Instant },
) {
  await changed(q, channelId)
    .set({ resource_id: resourceId, expiration, state: 'live' })
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Saves the resource that the channel's first message names. That message may arrive before the provider's
 * answer, or without one, and stopping a channel needs its resource. Does nothing to a channel that has one or
 * is not pending.
 */
export async function learnResource(q: Queryable, channelId: string, resourceId: string) {
  await changed(q, channelId)
    .set({ resource_id: resourceId })
    .where('state', '=', 'pending')
    .where('resource_id', 'is', null)
    .execute()
}

/** The channels that have not been stopped, of one calendar or of all, the newest first. */
export async function readChannels(q: Queryable, calendarId?: string): Promise<Channel[]> {
  const query = channels(q).where('state', '<>', 'stopped').orderBy('id', 'desc')
  return (calendarId === undefined ? query : query.where('calendar_id', '=', calendarId)).execute()
}

/** The channels with these ids that there are, by id, whatever their state. */
export async function findChannels(q: Queryable, channelIds: readonly string[]) {
  const rows = await channels(q)
    .where(sql<boolean>`channel_id = any(${channelIds})`)
    .execute()
  return new Map(rows.map(row => [row.channelId, row]))
}

/** Retires a channel that another one has replaced; does nothing to one that is not live. */
export async function retireChannel(q: Queryable, channelId: string, now: Temporal.Instant) {
  await changed(q, channelId)
    .set({ state: 'retired', retired_at: now })
    .where('state', '=', 'live')
    .execute()
}

/** Notes that the provider sends nothing on a channel, from now on or ever. */
export async function stopChannel(q: Queryable, channelId: string) {
  await changed(q, channelId).set({ state: 'stopped' }).execute()
}

function changed(q: Queryable, channelId: string) {
  return q
    .updateTable('notification_channels')
    .set({ updated_at: sql`now()` })
    .where('channel_id', '=', channelId)
}

function channels(q: Queryable) {
  return q
    .selectFrom('notification_channels')
    .select(['id', 'channel_id as channelId', 'calendar_id as calendarId', 'address', 'state'])
    .select(['resource_id as resourceId', 'token_hash as tokenHash', 'expiration'])
    .select(['retired_at as retiredAt', 'created_at as createdAt'])
}
