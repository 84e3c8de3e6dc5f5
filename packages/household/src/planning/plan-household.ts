import {
  appendHistory,
  removeNights,
  requestWork,
  saveLastPlannedOn,
  saveExplanations,
  saveNights,
  type Transaction,
} from '@night-routine/database'
import { requestPublish } from '../publishing/request-publish.ts'
import { decidePlan } from './decide-plan.ts'
import { readRules } from './household-rules.ts'
import { planHistory, type Author } from './plan-history.ts'
import { readPlanningFacts } from './planning-facts.ts'

/** `changed`: nights whose caregiver is another than before, first plans and removals included. */
export interface PlanOutcome {
  changed: Temporal.PlainDate[]
  openNights: Temporal.PlainDate[]
}

/**
 * Plans the household's nights and writes only those that differ, with their history, as part of
 * `change` where one led to it. The explanation of every night from the oldest changeable one on is that
 * of the new plan. Call it inside `householdTransaction`. Requests `push`, and `publish` where the
 * household does, when a night changed; new numbers alone change no event. For writes of its own (an
 * override, a newly selected calendar) the caller requests it.
 */
export async function planHousehold(
  trx: Transaction,
  { now, author, change = null }: { now: Temporal.Instant; author: Author; change?: string | null },
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
  await appendHistory(trx, planHistory(changes, { at: now, author, change }))
  if (changes.save.length + removed.length > 0) {
    await requestWork(trx, 'push')
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
