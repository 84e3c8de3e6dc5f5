import type { Availability, Caregiver, NightRecord, PlanRequest } from '@night-routine/fairness'
import type { StoredNight } from './stored-night.ts'

/** Everything that affects a plan. */
export interface PlanningFacts {
  tonight: Temporal.PlainDate
  lookAheadDays: number
  /** The first night that counts; null for the first stored one. */
  countFrom: Temporal.PlainDate | null
  away: Record<'a' | 'b', Availability>
  /** Past nights that count, including open ones. */
  record: readonly { night: Temporal.PlainDate; caregiver: Caregiver | null }[]
  /** Those past nights that people may still change; their numbers are kept up to date. */
  recent: readonly StoredNight[]
  /** Tonight and all later stored nights. */
  stored: readonly StoredNight[]
}

/** The last night of the horizon; a look-ahead of 1 is tonight only. */
export function horizonEnd(facts: Pick<PlanningFacts, 'tonight' | 'lookAheadDays'>) {
  return facts.tonight.add({ days: facts.lookAheadDays - 1 })
}

/**
 * The request for the planner: which nights are settled, fixed and published. Tonight is settled once somebody
 * does it; an open or missing tonight is planned. Null when there is nothing to plan.
 */
export function planningRequest(facts: PlanningFacts): PlanRequest | null {
  const { tonight, countFrom, away, record, stored } = facts
  const to = horizonEnd(facts)
  const plannedTonight = stored.filter(hasCaregiver).filter(({ night }) => night.equals(tonight))
  const from = plannedTonight.length > 0 ? tonight.add({ days: 1 }) : tonight
  if (isBefore(to, from)) return null

  const inside = stored
    .filter(hasCaregiver)
    .filter(({ night }) => !isBefore(night, from) && !isBefore(to, night))
  return {
    from,
    to,
    away,
    settled: [...record.filter(hasCaregiver), ...plannedTonight]
      .filter(({ night }) => countFrom === null || !isBefore(night, countFrom))
      .map(asRecord),
    fixed: inside.filter(night => night.override).map(asRecord),
    // A plan never chooses a babysitter, so one without a lock was unlocked and is not published.
    published: inside
      .filter(night => !night.override && night.caregiver !== 'babysitter')
      .map(asRecord),
  }
}

function hasCaregiver<N extends { caregiver: Caregiver | null }>(
  night: N,
): night is N & { caregiver: Caregiver } {
  return night.caregiver !== null
}

function asRecord({ night, caregiver }: NightRecord): NightRecord {
  return { night, caregiver }
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
