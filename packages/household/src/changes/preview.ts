import type { Database, Queryable } from '@night-routine/database/connection'
import {
  readNightWeights,
  type Ask,
  type Assignment,
  type Caregiver,
  type ParentId,
} from '@night-routine/database/nights'
import { inNights, isAway, isHalves, type NightSum } from '@night-routine/fairness'
import { decideCaregivers } from '../planning/decide-plan.ts'
import {
  availability,
  readPlanningFacts,
  readRules,
  type PlanningFacts,
  type StoredNight,
} from '../planning/planning-facts.ts'
import { readChangeableNight, readChangeFacts } from './change-facts.ts'
import { checkAgainstNights, checkedSettings } from './check-settings.ts'
import { readHouseholdSettings, type HouseholdSettings } from '../settings/settings.ts'
import { tonight } from '../tonight.ts'
import { checkAbsence, tidyAbsence, type AnyAbsence } from './check-absence.ts'
import { acceptSteps } from './answer-ask.ts'
import { unlocked } from './decide-night.ts'
import { readDone } from '../night-groups.ts'
import { byNight, keyed } from '../night-ranges.ts'
import { readRange, type RangePlan } from './plan-range.ts'
import { ChangeRefusal } from './refusal.ts'
import type { NightMove } from '@night-routine/wording'
import { swapSteps } from './swap-nights.ts'
import { ownWeight } from './weigh-night.ts'

/** What a change would do to the nights that people have seen. */
export interface Preview {
  /** Nights that another person would do, or no one (null); in order. */
  changed: { night: Temporal.PlainDate; before: Caregiver | null; after: Caregiver | null }[]
  /** Nights that would be planned for the first time. */
  added: Temporal.PlainDate[]
  /** Nights that would no longer be planned. */
  removed: Temporal.PlainDate[]
  /** Nights that no one could do. */
  openNights: Temporal.PlainDate[]
  /** The parent who would be away tonight and keeps it: a plan never moves tonight. */
  tonightStays: ParentId | null
  /**
   * How many nights `a` has done more than `b`, or than agreed where that is not half and half; only where settings
   * change.
   */
  balance?: { before: number; after: number }
}

/**
 * Previews saving these settings. Writes nothing.
 * @throws ChangeRefusal as `saveHouseholdSettings`
 */
export async function previewSettings(
  db: Database,
  { settings, now }: { settings: HouseholdSettings; now: Temporal.Instant },
): Promise<Preview> {
  const checked = checkedSettings(settings)
  const stored = await readHouseholdSettings(db)
  await checkAgainstNights(db, { before: stored, wanted: checked, now })
  const { parents, ...wanted } = checked
  const nightWeights = await readNightWeights(db)
  const facts = await readPlanningFacts(db, now, { settings: wanted, parents, nightWeights })
  const sums = [
    await readDone(db, { settings: stored, nightWeights }, tonight(stored, now)),
    await readDone(db, { settings: wanted, nightWeights }, facts.tonight),
  ] as const
  // A night more than agreed is two more than the other parent.
  const nights = ({ balance }: NightSum) => inNights(balance) / (sums.every(isHalves) ? 1 : 2)
  return { ...previewOf(facts), balance: { before: nights(sums[0]), after: nights(sums[1]) } }
}

/**
 * Previews adding this absence. Writes nothing.
 * @throws ChangeRefusal as `addAbsence`
 */
export async function previewAbsence(
  db: Database,
  { now, ...added }: AnyAbsence & { now: Temporal.Instant },
): Promise<Preview> {
  const facts = await readChangeFacts(db, now)
  const { absences } = await readRules(db, facts)
  const absence = tidyAbsence(added)
  checkAbsence(absence, facts, absences)
  const rules = { ...facts, absences: [...absences, absence] }
  return previewOf(await readPlanningFacts(db, now, rules))
}

/**
 * Previews letting a night count so much; null is as its weekday. Writes nothing.
 * @throws ChangeRefusal as `weighNight`
 */
export async function previewWeight(
  db: Database,
  { id, weight, now }: { id: bigint; weight: number | null; now: Temporal.Instant },
): Promise<Preview> {
  const facts = await readChangeFacts(db, now)
  const { night } = await readChangeableNight(db, id, facts)
  const others = (await readNightWeights(db)).filter(other => !other.night.equals(night))
  const own = ownWeight(weight, night, facts)
  const nightWeights = own === null ? others : [...others, { night, weight: own }]
  const rules = { ...facts, nightWeights }
  return previewOf(await readPlanningFacts(db, now, rules))
}

/**
 * Previews giving a night to a parent who doesn't have it, booking a babysitter, and unlocking it, with the `caregiver`
 * whom the plan would choose; null for a choice that changes nothing. Writes nothing.
 * @throws ChangeRefusal `unknown-night`, `too-old`
 */
export async function previewNight(
  db: Database,
  { id, now }: { id: bigint; now: Temporal.Instant },
) {
  const facts = await readChangeFacts(db, now)
  const night = await readChangeableNight(db, id, facts)
  const planning = await readPlanningFacts(db, now, facts)
  const suppose = (caregiver: Caregiver) =>
    caregiver === night.caregiver
      ? null
      : previewOf(planning, { ...night, caregiver, override: true, reason: 'Override' })
  return {
    give: { a: suppose('a'), b: suppose('b') },
    babysitter: suppose('babysitter'),
    unlock: night.override ? previewUnlock(planning, night, unlocked(night, facts)) : null,
  }
}

/** A swap that is not made yet: its nights as they are, and what it would change, these two included. */
export interface SwapPreview extends Preview {
  nights: [Assignment, Assignment]
}

/**
 * Previews swapping two nights. Writes nothing.
 * @throws ChangeRefusal as `swapNights`
 */
export async function previewSwap(
  db: Database,
  { id, otherId, now }: { id: bigint; otherId: bigint; now: Temporal.Instant },
): Promise<SwapPreview> {
  const facts = await readChangeFacts(db, now)
  const night = await readChangeableNight(db, id, facts)
  const other = await readChangeableNight(db, otherId, facts, 'otherId')
  const steps = swapSteps(night, other, facts)
  const planning = await readPlanningFacts(db, now, facts)
  return { nights: [night, other], ...previewOf(planning, ...steps.map(step => step.decision)) }
}

/** A range that is not planned yet: who would have its nights. Of other nights, `changed` has those that would move. */
export interface RangePreview extends Pick<Preview, 'changed'> {
  nights: { night: Temporal.PlainDate; caregiver: ParentId; isAway: boolean }[]
  /** The nights that stay with a babysitter. */
  kept: Assignment[]
  /** Who begins, where parents take turns. */
  begins: ParentId
  /** Whether parents had any of these nights last year. */
  hasLastYear: boolean
}

/**
 * Previews a range that a person plans. Writes nothing.
 * @throws ChangeRefusal as `planRange`
 */
export async function previewRange(
  db: Database,
  { now, ...plan }: RangePlan & { now: Temporal.Instant },
): Promise<RangePreview> {
  const facts = await readChangeFacts(db, now)
  const { steps, nights, ...range } = await readRange(db, plan, facts)
  const rules = await readRules(db, facts)
  const planning = await readPlanningFacts(db, now, rules)
  const decided = keyed(steps.map(({ decision }) => decision))
  // Nights beyond the plan, or those of a plan that is late, are not stored yet.
  const others = planning.stored.filter(({ night }) => !decided.has(night.toString()))
  const stored = [...others, ...decided.values()].toSorted(byNight)
  const away = {
    a: availability(rules, 'a', plan),
    b: availability(rules, 'b', plan),
  }
  return {
    ...range,
    nights: nights.map(({ night, caregiver }) => ({
      night,
      caregiver,
      isAway: isAway(away[caregiver], night),
    })),
    changed: previewOf({ ...planning, stored }).changed,
  }
}

/**
 * Previews accepting an ask, without its own nights: which others would move. Null where it can't be accepted any
 * more. Writes nothing.
 */
export async function previewAsk(q: Queryable, { ask, now }: { ask: Ask; now: Temporal.Instant }) {
  const facts = await readChangeFacts(q, now)
  try {
    const steps = await acceptSteps(q, ask, { facts, now })
    const planning = await readPlanningFacts(q, now, facts)
    const taken = previewOf(planning, ...steps.map(({ decision }) => decision))
    return { ...taken, changed: besides(taken, [ask.night, ask.returnNight]) }
  } catch (error) {
    if (error instanceof ChangeRefusal) return null
    throw error
  }
}

/** The nights that would move besides its own if an ask were accepted, as sentences take them. */
export async function movesOfTaking(q: Queryable, query: { ask: Ask; now: Temporal.Instant }) {
  return movesIn((await previewAsk(q, query))?.changed ?? [])
}

/** Previewed nights as sentences take them. A plan moves nights between parents, so no babysitter has a name. */
export function movesIn(changed: Preview['changed']): NightMove[] {
  return changed.map(({ night, before, after }) => ({
    night,
    before: { caregiver: before, babysitter: null },
    after: { caregiver: after, babysitter: null },
  }))
}

/** What a change would move besides these nights. */
export function besides(
  { changed }: Pick<Preview, 'changed'>,
  own: readonly (Temporal.PlainDate | null)[],
): Preview['changed'] {
  return changed.filter(({ night }) => !own.some(other => other?.equals(night) === true))
}

function previewUnlock(planning: PlanningFacts, night: StoredNight, supposed: StoredNight) {
  const result = previewOf(planning, supposed)
  const isSame = (other: Temporal.PlainDate) => other.equals(night.night)
  const chosen = result.changed.find(change => isSame(change.night))
  const kept = result.removed.some(isSame) ? null : night.caregiver
  return { ...result, caregiver: chosen === undefined ? kept : chosen.after }
}

/** What planning would change, compared with what people see now; `supposed` replaces stored nights. */
function previewOf(facts: PlanningFacts, ...supposed: readonly StoredNight[]): Preview {
  const replaced = <Night extends { night: Temporal.PlainDate }>(nights: readonly Night[]) =>
    nights.map(night => ({ ...night, ...supposed.find(other => other.night.equals(night.night)) }))
  const stored = replaced(facts.stored)
  const { changes, openNights } = decideCaregivers({
    ...facts,
    stored,
    record: replaced(facts.record),
  })
  const after = new Map(
    [...stored, ...changes.save].map(({ night, caregiver }) => [night.toString(), caregiver]),
  )
  for (const { night } of changes.remove) after.delete(night.toString())

  return {
    changed: facts.stored.flatMap(({ night, caregiver: before }) => {
      const caregiver = after.get(night.toString())
      return caregiver === undefined || caregiver === before
        ? []
        : [{ night, before, after: caregiver }]
    }),
    added: changes.added.map(({ night }) => night),
    removed: changes.remove.map(({ night }) => night),
    openNights,
    tonightStays: awayTonight(facts, after.get(facts.tonight.toString())),
  }
}

function awayTonight(facts: PlanningFacts, caregiver: Caregiver | null = null) {
  if (caregiver === null || caregiver === 'babysitter') return null
  return isAway(facts.away[caregiver], facts.tonight) ? caregiver : null
}
