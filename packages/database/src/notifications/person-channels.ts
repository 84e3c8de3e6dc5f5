import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import { seal, unreadable, unsealIfKeyed, type TokenKeys } from '../connection/sealed.ts'

/** What a person filled in for a channel, by the name of the field. */
export type ChannelValues = Readonly<Record<string, string>>

/** A channel that a person has turned on or filled in. */
export interface PersonChannel {
  email: string
  channel: string
  isOn: boolean
  /** Empty where the channel needs nothing; `unreadable` where the key that sealed it is gone. */
  values: ChannelValues | typeof unreadable
}

const dataOf = (id: bigint) => `person_channels.${id}.settings` as const

/** The channels of everyone, or of one person, by name. */
export async function readPersonChannels(
  q: Queryable,
  keys: TokenKeys,
  email?: string,
): Promise<PersonChannel[]> {
  const rows = await q
    .selectFrom('person_channels')
    .select(['id', 'email', 'channel', 'is_on as isOn', 'settings'])
    .$if(email !== undefined, query => query.where('email', '=', String(email)))
    .orderBy('email')
    .orderBy('channel')
    .execute()
  return rows.map(({ id, settings, ...row }) => ({ ...row, values: valuesOf(keys, id, settings) }))
}

function valuesOf(keys: TokenKeys, id: bigint, settings: string | null): PersonChannel['values'] {
  if (settings === null) return {}
  const text = unsealIfKeyed(keys, dataOf(id), settings)
  // Only `savePersonChannel` can have sealed it.
  if (text === unreadable) return unreadable
  const values: ChannelValues = JSON.parse(text)
  return values
}

/** Saves what a person filled in for a channel, and turns it on. */
export async function savePersonChannel(
  trx: Transaction,
  keys: TokenKeys,
  { email, channel, values }: { email: string; channel: string; values: ChannelValues },
) {
  const { id } = await trx
    .insertInto('person_channels')
    .values({ email, channel })
    .onConflict(conflict => conflict.columns(['email', 'channel']).doUpdateSet({ is_on: true }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('person_channels')
    .set({ settings: seal(keys, dataOf(id), JSON.stringify(values)) })
    .where('id', '=', id)
    .execute()
}

/** Turns on these channels of a person, and every other one off. What was filled in stays. */
export async function turnOnChannels(trx: Transaction, email: string, channels: readonly string[]) {
  await trx
    .updateTable('person_channels')
    .set({ is_on: sql`channel = any(${[...channels]}::text[])` })
    .where('email', '=', email)
    .execute()
  if (channels.length === 0) return
  await trx
    .insertInto('person_channels')
    .values(channels.map(channel => ({ email, channel })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Turns off one channel of a person, as an unsubscribe link does. Repeating it changes nothing. */
export async function turnOffChannel(q: Queryable, email: string, channel: string) {
  await q
    .updateTable('person_channels')
    .set({ is_on: false })
    .where('email', '=', email)
    .where('channel', '=', channel)
    .execute()
}

/** Deletes a channel of a person, with what they filled in. */
export async function removePersonChannel(q: Queryable, email: string, channel: string) {
  await q
    .deleteFrom('person_channels')
    .where('email', '=', email)
    .where('channel', '=', channel)
    .execute()
}

/** A column: the channels that a person of `accounts` has turned on. */
export const channelsOn = sql<string[]>`array(
  select channel from person_channels
  where person_channels.email = accounts.email and is_on order by channel)`.as('channels')
