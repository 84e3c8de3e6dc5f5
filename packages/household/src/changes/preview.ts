import type { Absence, Caregiver, Database } from '@night-routine/database'
import { decidePlan } from '../planning/decide-plan.ts'
import {
  readPlanningFacts,
  readRules,
  type HouseholdRules,
  type StoredNight,
} from '../planning/planning-facts.ts'
import { readChangeableNight, readChangeFacts } from './change-facts.ts'
import { checkAgainstNights, checkedSettings } from '../settings/check-settings.ts'
import type { HouseholdSettings } from '../settings/settings.ts'
import { checkAbsence } from './absences.ts'
import { notLocked, unlocked } from './decide-night.ts'

/** What a change would do to the nights that people have seen. */
export interface Preview {
  /** Nights that another person would do, or no one (null); in order. */
  changed: { night: Temporal.PlainDate; before: Caregiver | null; after: Caregiver | null }[]
  /** Nights that would no longer be planned. */
  removed: Temporal.PlainDate[]
  /** Nights that no one could do. */
  openNights: Temporal.PlainDate[]
}

/**
 * Previews saving these settings. Writes nothing.
 * @throws ChangeRefusedError as `saveHouseholdSettings`
 */
export async function previewSettings(
  db: Database,
  { settings, now }: { settings: HouseholdSettings; now: Temporal.Instant },
): Promise<Preview> {
  const checked = checkedSettings(settings)
  const rules = await readRules(db)
  const before = { ...rules.settings, parents: rules.parents }
  await checkAgainstNights(db, { before, wanted: checked, now })
  const { parents, ...wanted } = checked
  return preview(db, { ...rules, settings: wanted, parents }, now)
}

/**
 * Previews adding this absence. Writes nothing.
 * @throws ChangeRefusedError as `addAbsence`
 */
export async function previewAbsence(
  db: Database,
  { parent, from, to, now }: Absence & { now: Temporal.Instant },
): Promise<Preview> {
  const facts = await readChangeFacts(db, now)
  checkAbsence({ from, to }, facts)
  const rules = await readRules(db, facts)
  return preview(db, { ...rules, absences: [...rules.absences, { parent, from, to }] }, now)
}

/**
 * Previews unlocking a night: who would do it ("today that would be Robin"), and what else would change.
 * Writes nothing.
 * @throws ChangeRefusedError as `unlockNight`
 */
export async function previewUnlock(
  db: Database,
  { id, now }: { id: bigint; now: Temporal.Instant },
): Promise<Preview & { caregiver: Caregiver | null }> {
  const facts = await readChangeFacts(db, now)
  const night = await readChangeableNight(db, id, facts)
  if (!night.override) throw notLocked()
  const result = await preview(db, await readRules(db, facts), now, unlocked(night, facts))
  const isSame = (other: Temporal.PlainDate) => other.equals(night.night)
  const chosen = result.changed.find(change => isSame(change.night))
  const kept = result.removed.some(isSame) ? null : night.caregiver
  return { ...result, caregiver: chosen === undefined ? kept : chosen.after }
}

async function preview(
  db: Database,
  rules: HouseholdRules,
  now: Temporal.Instant,
  supposed?: StoredNight,
): Promise<Preview> {
  const facts = await readPlanningFacts(db, rules, now)
  const stored = facts.stored.map(night =>
    supposed?.night.equals(night.night) === true ? supposed : night,
  )
  const { changes, openNights } = decidePlan({ ...facts, stored })
  const after = new Map(
    [...stored, ...changes.save].map(({ night, caregiver }) => [night.toString(), caregiver]),
  )
  for (const { night } of changes.remove) after.delete(night.toString())

  const compared = facts.stored.map(({ night, caregiver }) => ({
    night,
    before: caregiver,
    after: after.get(night.toString()),
  }))
  return {
    changed: compared.flatMap(night =>
      night.after === undefined || night.after === night.before
        ? []
        : [{ ...night, after: night.after }],
    ),
    removed: changes.remove.map(({ night }) => night),
    openNights,
  }
}
