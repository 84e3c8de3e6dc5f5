import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'
import type { Member } from './members.ts'

/** A person who has signed in, and how much of it they have set up. */
export interface SetUpOfPerson extends Pick<Member, 'email' | 'parent' | 'invited'> {
  /** Whether a reminder, or a message about changes, can reach the person. */
  getsMessages: boolean
  /** Whether the person has it on a home screen. */
  onHomeScreen: boolean
  /** Whether the person has an account of the installation without a passkey, and did not say that they want none. */
  lacksPasskey: boolean
  /** Whether `readMemberNotices` has something for the person. */
  hasNotices: boolean
}

/** How much each person has set up, for everyone who has signed in, in the order of their first sign-in. */
export async function readSetUp(q: Queryable): Promise<SetUpOfPerson[]> {
  return q
    .selectFrom('accounts')
    .leftJoin('notification_settings as wanted', 'wanted.email', 'accounts.email')
    .select(['accounts.email', 'accounts.parent'])
    .select([
      sql<boolean>`accounts.invited_at is not null`.as('invited'),
      // Push without a browser reaches no one.
      sql<boolean>`coalesce((wanted.reminder_at is not null or wanted.changes) and exists (
        select from person_channels as way where way.email = accounts.email and is_on and (channel <> 'push' or exists (
          select from push_subscriptions where push_subscriptions.email = accounts.email))), false)`.as(
        'getsMessages',
      ),
      sql<boolean>`accounts.home_screen_at is not null`.as('onHomeScreen'),
      sql<boolean>`exists (
        select from identities where identities.email = accounts.email and no_passkey_at is null
          and not exists (select from passkeys where passkeys.identity_id = identities.id))`.as(
        'lacksPasskey',
      ),
      sql<boolean>`exists (select from account_notices as notice where notice.email = accounts.email)`.as(
        'hasNotices',
      ),
    ])
    .orderBy('accounts.created_at')
    .orderBy('accounts.email')
    .execute()
}

/** Keeps that a person has Night Routine on a home screen. The first time counts. */
export async function saveOnHomeScreen(q: Queryable, email: string, now: Temporal.Instant) {
  await q
    .updateTable('accounts')
    .set({ home_screen_at: now })
    .where('email', '=', email)
    .where('home_screen_at', 'is', null)
    .execute()
}
