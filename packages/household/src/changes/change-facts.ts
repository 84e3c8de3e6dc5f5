import type { Queryable } from '@night-routine/database/connection'
import {
  readAssignment,
  readEarlierBabysitters,
  readEarlierNames,
  readParents,
  type Assignment,
  type EarlierName,
  type Parent,
  type ParentId,
} from '@night-routine/database/nights'
import { readSettings, type Settings } from '../settings/settings.ts'
import { zoneOf } from '../settings/zone.ts'
import { message, parentNames, wordingFor } from '@night-routine/wording'
import type { Actor } from '../planning/plan-household.ts'
import { isBefore, oldestChangeable, tonight } from '../tonight.ts'
import { refusal } from './refusal.ts'

/** Who makes a change, and when. Every function that changes something by it runs inside `householdTransaction`. */
export interface ChangeOrigin {
  now: Temporal.Instant
  actor: Actor
}

/** The facts that decide whether a night may be changed, and into what. */
export interface ChangeFacts {
  settings: Settings
  parents: Record<ParentId, Parent>
  /** The parents' names as shown. */
  names: Record<ParentId, string>
  /** Earlier names of the parents, latest first. */
  earlierNames: EarlierName[]
  /** Names of babysitters on record. */
  babysitters: string[]
  tonight: Temporal.PlainDate
  /** The oldest night that may be changed. */
  oldest: Temporal.PlainDate
  /** The current date in the household's time zone, stored with new decisions. */
  today: Temporal.PlainDate
}

/** Reads the facts, once for a whole change. */
export async function readChangeFacts(q: Queryable, now: Temporal.Instant): Promise<ChangeFacts> {
  const settings = await readSettings(q)
  const parents = await readParents(q)
  return {
    settings,
    parents,
    names: parentNames(parents, wordingFor(settings.language)),
    earlierNames: await readEarlierNames(q),
    babysitters: await readEarlierBabysitters(q),
    tonight: tonight(settings, now),
    oldest: oldestChangeable(settings, now),
    today: now.toZonedDateTimeISO(zoneOf(settings)).toPlainDate(),
  }
}

/**
 * The night with this id, if it may be changed; otherwise the error names `field`.
 * @throws ChangeRefusal
 */
export async function readChangeableNight(
  q: Queryable,
  id: bigint,
  facts: ChangeFacts,
  field = 'id',
): Promise<Assignment> {
  const night = await readAssignment(q, id)
  if (night === undefined) throw refusal('unknown-night', field, message('refusal.noNight'))
  checkAge(night.night, facts, field)
  return night
}

/** @throws ChangeRefusal when the night is older than the past limit allows */
export function checkAge(night: Temporal.PlainDate, facts: ChangeFacts, field: string) {
  const refused = tooOld(night, facts, field)
  if (refused) throw refused
}

/** The refusal of a night that is older than the past limit allows; undefined if it is not. */
export function tooOld(night: Temporal.PlainDate, { oldest }: ChangeFacts, field: string) {
  return isBefore(night, oldest)
    ? refusal('too-old', field, message('refusal.tooOld', { date: oldest }))
    : undefined
}
