import {
  appendHistory,
  removeNights,
  requestJob,
  requestNotify,
  saveLastPlannedOn,
  saveExplanations,
  saveNights,
  type Transaction,
} from '@night-routine/database'
import { requestPublish } from '../publishing/request-publish.ts'
import { decidePlan } from './decide-plan.ts'
import { readRules } from './household-rules.ts'
import { planHistory, type Actor } from './plan-history.ts'
import { readPlanningFacts } from './planning-facts.ts'

/** `changed`: nights with another caregiver than before, including new and removed nights. */
export interface PlanOutcome {
  changed: Temporal.PlainDate[]
  openNights: Temporal.PlainDate[]
}

/**
 * Plans the household's nights and writes those that differ, with their history, as part of `change` if one
 * caused it. Updates the explanation of every night from the oldest changeable one on. Call it inside
 * `householdTransaction`. When a night changed, it requests `push`, and `publish` for households that publish;
 * new numbers alone change no event. A caller with other writes (an override, a newly selected calendar)
 * requests `push` itself.
 */
export async function planHousehold(
  trx: Transaction,
  { now, actor, change = null }: { now: Temporal.Instant; actor: Actor; change?: string | null },
): Promise<PlanOutcome> {
  const rules = await readRules(trx)
  const facts = await readPlanningFacts(trx, rules, now)
  const { changes, explained, openNights } = decidePlan(facts)
  const removed = changes.remove.map(({ night }) => night)

  const { timeZone, lastPlannedOn } = rules.settings
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  await saveNights(trx, changes.save, today)
  await saveExplanations(trx, explained, today)
  await removeNights(trx, removed)
  await appendHistory(trx, planHistory(changes, { at: now, actor, change }))
  if (changes.save.length + removed.length > 0) {
    await requestJob(trx, 'push')
    await requestNotify(trx)
    await requestPublish(trx)
  }
  if (lastPlannedOn === null || !lastPlannedOn.equals(facts.tonight))
    await saveLastPlannedOn(trx, facts.tonight)

  const planned = [...changes.added, ...changes.reassigned].map(({ night }) => night)
  return {
    changed: [...planned, ...removed].toSorted((one, other) =>
      Temporal.PlainDate.compare(one, other),
    ),
    openNights,
  }
}
