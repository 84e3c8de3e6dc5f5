import type { Queryable } from '@night-routine/database/connection'
import {
  readAbsences,
  readNights,
  readNightWeights,
  readParents,
  readRecord,
  readRepeatingAbsences,
  readSourceAbsences,
  type Absence,
  type Assignment,
  type NightRange,
  type NightWeight,
  type Parent,
  type ParentId,
  type RepeatingAbsence,
} from '@night-routine/database/nights'
import type {
  Availability,
  Caregiver,
  NightRecord,
  NightSum,
  PlanRequest,
  Split,
} from '@night-routine/fairness'
import { readSettings } from '../settings/settings.ts'
import { readDone } from '../night-groups.ts'
import { later } from '../night-ranges.ts'
import { splitOf } from '../settings/split.ts'
import type { ChosenSettings } from '../settings/table.ts'
import { isRepeating, rangesOf } from './repeating-absences.ts'
import { longestHorizon, isBefore, oldestChangeable, tonight } from '../tonight.ts'

/** The household's settings that affect a plan. */
export interface HouseholdRules {
  settings: ChosenSettings
  parents: Record<ParentId, Pick<Parent, 'unavailableWeekdays' | 'ratherNotWeekdays'>>
  absences: readonly (Absence | RepeatingAbsence)[]
  nightWeights: readonly NightWeight[]
}

/** The fields of a stored night that planning needs. */
export type StoredNight = Pick<
  Assignment,
  'night' | 'caregiver' | 'override' | 'reason' | 'explanation'
>

/** Everything that affects a plan. */
export interface PlanningFacts {
  tonight: Temporal.PlainDate
  lookAheadDays: number
  /** The first night that counts; null for the first stored one. */
  countFrom: Temporal.PlainDate | null
  away: Record<ParentId, Availability>
  /** How the parents divide the nights. */
  split: Split
  ratherNot: Required<PlanRequest>['ratherNot']
  /** Past nights that count and that the plan looks at one by one, including open ones. */
  record: readonly { night: Temporal.PlainDate; caregiver: Caregiver | null }[]
  /** What the nights before these add up to. */
  older: NightSum
  /** Those past nights that people may still change; their numbers are kept up to date. */
  recent: readonly StoredNight[]
  /** Tonight and all later stored nights. */
  stored: readonly StoredNight[]
}

/** Reads the rules that the caller has not read yet, with the absences of every source. */
export async function readRules(q: Queryable, known: Partial<HouseholdRules> = {}) {
  return {
    settings: known.settings ?? (await readSettings(q)),
    parents: known.parents ?? (await readParents(q)),
    absences: known.absences ?? [
      ...(await readAbsences(q)),
      ...(await readSourceAbsences(q)),
      ...(await readRepeatingAbsences(q)),
    ],
    nightWeights: known.nightWeights ?? (await readNightWeights(q)),
  }
}

/** The planner looks so many nights beyond the plan, and explains a night by absences so near to it, at most. */
const beyondDays = 45

/** Reads the stored nights and the rules, of which those that are `known` need not be the current ones. */
export async function readPlanningFacts(
  q: Queryable,
  now: Temporal.Instant,
  known?: Partial<HouseholdRules>,
): Promise<PlanningFacts> {
  const rules = await readRules(q, known)
  const { lookAheadDays, countFrom } = rules.settings
  const from = tonight(rules.settings, now)
  const oldest = oldestChangeable(rules.settings, now)
  const nights = await readNights(q, oldest, from.add({ days: longestHorizon }))
  const end = horizonEnd({ tonight: from, lookAheadDays })
  const matter = {
    from: oldest.subtract({ days: beyondDays }),
    to: later(end, nights.at(-1)?.night ?? end).add({ days: beyondDays }),
  }
  const record = await readRecord(q, { from: countFrom, since: matter.from, before: from })
  const isOver = ({ night }: Assignment) => isBefore(night, from)
  return {
    tonight: from,
    lookAheadDays,
    countFrom,
    away: { a: availability(rules, 'a', matter), b: availability(rules, 'b', matter) },
    split: splitOf(rules.settings, rules.nightWeights),
    ratherNot: {
      a: { weekdays: rules.parents.a.ratherNotWeekdays },
      b: { weekdays: rules.parents.b.ratherNotWeekdays },
    },
    record,
    older: await readDone(q, rules, record[0]?.night ?? from),
    recent: nights.filter(
      night => isOver(night) && (countFrom === null || !isBefore(night.night, countFrom)),
    ),
    stored: nights.filter(night => !isOver(night)),
  }
}

/** When a parent is away, of the nights that matter. */
export function availability(
  { parents, absences }: HouseholdRules,
  parent: ParentId,
  matter: NightRange,
): Availability {
  return {
    weekdays: parents[parent].unavailableWeekdays,
    ranges: absences
      .filter(absence => absence.parent === parent)
      .flatMap(absence =>
        isRepeating(absence) ? rangesOf(absence, matter) : [{ from: absence.from, to: absence.to }],
      ),
  }
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
  const { tonight: first, countFrom, away, split, ratherNot, record, older, stored } = facts
  const to = horizonEnd(facts)
  const plannedTonight = stored.filter(hasCaregiver).filter(({ night }) => night.equals(first))
  const from = plannedTonight.length > 0 ? first.add({ days: 1 }) : first
  if (isBefore(to, from)) return null

  const inside = stored
    .filter(hasCaregiver)
    .filter(({ night }) => !isBefore(night, from) && !isBefore(to, night))
  return {
    from,
    to,
    away,
    ...split,
    ratherNot,
    older,
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
