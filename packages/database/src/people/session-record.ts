import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'
import type { ParentId } from '@night-routine/fairness'
import type { Parent } from '../nights/parents.ts'
import type { Member } from './members.ts'
import type { Session } from './sessions.ts'
import { settingsJson, settingsRowOf, type SettingsRow } from '../nights/settings.ts'

/** What every page knows of the household. */
export interface Household {
  settings: SettingsRow
  parents: Record<ParentId, Parent>
}

/** A session with its household. */
export interface SessionRecord extends Pick<Member, 'invited' | 'parent'> {
  session: Session
  /** Whether its cookie has the prefix of https. */
  isPrefixed: boolean
  /** The language that the person reads; null: the household's. */
  language: string | null
  household: Household
}

const parentsJson = sql<Household['parents']>`(select jsonb_object_agg(id, jsonb_build_object(
  'id', id, 'name', name, 'unavailableWeekdays', unavailable_weekdays,
  'ratherNotWeekdays', rather_not_weekdays)) from parents)`

/** The session of a cookie's digest, whatever its age, in one statement; undefined before the household is seeded. */
export async function findSessionRecord(
  q: Queryable,
  tokenHash: string,
): Promise<SessionRecord | undefined> {
  const row = await q
    .selectFrom('sessions')
    .innerJoin('settings', join => join.onTrue())
    .leftJoin('accounts', join =>
      join
        .onRef('accounts.email', '=', 'sessions.email')
        .onRef('accounts.subject', '=', 'sessions.subject'),
    )
    .select(['sessions.token_hash as tokenHash', 'sessions.email', 'sessions.subject'])
    .select(['sessions.created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .select('is_prefixed as isPrefixed')
    .select(['invited_at as invitedAt', 'accounts.parent', 'accounts.language'])
    .select([settingsJson.as('settings'), parentsJson.as('parents')])
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { invitedAt, parent, language, isPrefixed, settings, parents, ...session } = row
  return {
    session,
    invited: invitedAt !== null,
    isPrefixed,
    parent,
    language,
    household: { settings: settingsRowOf(settings), parents },
  }
}
