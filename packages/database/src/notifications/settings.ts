import type { Queryable, Transaction } from '../connection/connect.ts'
import type { ParentId } from '@night-routine/fairness'
import { anyoneListens, skipUntoldChanges } from './cursor.ts'
import { channelsOn, turnOnChannels } from './person-channels.ts'

/** Which notifications a person wants; nothing, until they opt in. */
export interface NotificationSettings {
  /** When the evening reminder comes, in the household's zone; null: none. */
  reminderAt: Temporal.PlainTime | null
  /** Whether the person gets a message when another one changes their nights. */
  changes: boolean
  /** The channels that are on, by the names of packages/notifications. */
  channels: readonly string[]
  /** From one time of day to another, past midnight where `to` is earlier; null: none. */
  quiet: QuietHours | null
}

export interface QuietHours {
  from: Temporal.PlainTime
  to: Temporal.PlainTime
}

/** A person who can be reached, and has said which parent they are. */
export interface Recipient extends NotificationSettings {
  email: string
  parent: ParentId
  /** The language that the person reads; null: the household's. */
  language: string | null
}

const noNotifications: NotificationSettings = {
  reminderAt: null,
  changes: false,
  channels: [],
  quiet: null,
}

const columns = ['reminder_at', 'changes', 'quiet_from', 'quiet_to'] as const

/** What a person wants to hear about. */
export async function readNotificationSettings(q: Queryable, email: string) {
  const row = await q
    .selectFrom('accounts')
    .leftJoin('notification_settings', 'notification_settings.email', 'accounts.email')
    .select([...columns, channelsOn])
    .where('accounts.email', '=', email)
    .executeTakeFirst()
  return row === undefined ? noNotifications : settingsOf(row)
}

/**
 * Replaces what a person wants to hear about. The person needs an account. The first one who wants to hear of
 * changes hears of those after this moment.
 */
export async function saveNotificationSettings(
  trx: Transaction,
  email: string,
  settings: NotificationSettings,
) {
  if (settings.changes && !(await anyoneListens(trx))) await skipUntoldChanges(trx)
  const saved = {
    reminder_at: settings.reminderAt?.toString() ?? null,
    changes: settings.changes,
    quiet_from: settings.quiet?.from.toString() ?? null,
    quiet_to: settings.quiet?.to.toString() ?? null,
  }
  await trx
    .insertInto('notification_settings')
    .values({ email, ...saved })
    .onConflict(conflict => conflict.column('email').doUpdateSet(saved))
    .execute()
  await turnOnChannels(trx, email, settings.channels)
}

/**
 * Ends the sessions and notifications of people who may no longer sign in, because an operator took them off the list. Who came in
 * by an invitation is not on it.
 */
export async function signOutOthers(q: Queryable, mayEnter: (email: string) => boolean) {
  const people = await q
    .selectFrom('accounts')
    .select('email')
    .where('invited_at', 'is', null)
    .execute()
  const gone = people.map(({ email }) => email).filter(email => !mayEnter(email))
  if (gone.length === 0) return
  await q.deleteFrom('push_subscriptions').where('email', 'in', gone).execute()
  await q.deleteFrom('sessions').where('email', 'in', gone).execute()
  await q.deleteFrom('person_channels').where('email', 'in', gone).execute()
  await q.deleteFrom('notification_settings').where('email', 'in', gone).execute()
}

/**
 * Everyone who has a channel turned on, and has said which parent they are. They hear what the other parent asks of
 * them, whatever else they want to hear of.
 */
export async function readRecipients(q: Queryable): Promise<Recipient[]> {
  const rows = await q
    .selectFrom('accounts')
    .leftJoin('notification_settings', 'notification_settings.email', 'accounts.email')
    .select(['accounts.email', 'accounts.parent', 'accounts.language', ...columns, channelsOn])
    .where('accounts.parent', 'is not', null)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('person_channels')
          .whereRef('person_channels.email', '=', 'accounts.email')
          .where('is_on', '=', true),
      ),
    )
    .orderBy('accounts.email')
    .execute()
  return rows.flatMap(({ email, parent, language, ...row }) =>
    parent === null ? [] : [{ email, parent, language, ...settingsOf(row) }],
  )
}

/** A person who hears how people sign in, whatever else they want to hear of. */
export type MemberReader = Pick<Recipient, 'email' | 'language' | 'channels'> & {
  parent: ParentId | null
}

/** Everyone whom a parent or an operator let in, and who is signed in because their address is on the list. */
export async function readMemberReaders(q: Queryable): Promise<MemberReader[]> {
  return q
    .selectFrom('accounts')
    .select(['email', 'parent', 'language', channelsOn])
    .where(eb =>
      eb.or([
        eb('invited_at', 'is not', null),
        eb.exists(eb.selectFrom('sessions').whereRef('sessions.email', '=', 'accounts.email')),
      ]),
    )
    .orderBy('email')
    .execute()
}

interface SettingsRow {
  reminder_at: string | null
  /** Null for a person who has saved no settings. */
  changes: boolean | null
  channels: string[]
  quiet_from: string | null
  quiet_to: string | null
}

function settingsOf(row: SettingsRow): NotificationSettings {
  const { reminder_at: reminderAt, quiet_from: from, quiet_to: to } = row
  return {
    reminderAt: reminderAt === null ? null : Temporal.PlainTime.from(reminderAt),
    changes: row.changes === true,
    channels: row.channels,
    quiet:
      from === null || to === null
        ? null
        : { from: Temporal.PlainTime.from(from), to: Temporal.PlainTime.from(to) },
  }
}
