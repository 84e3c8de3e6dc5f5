import { planNights, type PlannedNight } from '@night-routine/fairness'
import { explanationChanges, type ExplainedNight } from './explanation-changes.ts'
import { planChanges, type PlanChanges } from './plan-changes.ts'
import { horizonEnd, planningRequest, type PlanningFacts } from './planning-request.ts'

/** The plan for these facts, and what it changes in the database. */
export function decidePlan(facts: PlanningFacts): {
  changes: PlanChanges
  /** Nights that keep their caregiver and whose numbers change. */
  explained: ExplainedNight[]
  openNights: Temporal.PlainDate[]
} {
  const request = planningRequest(facts)
  const planned: PlannedNight[] = request === null ? [] : planNights(request).nights
  const changes = planChanges({ stored: facts.stored, planned, lastNight: horizonEnd(facts) })
  return {
    changes,
    explained: explanationChanges(facts, { planned, changes }),
    openNights: planned.filter(({ caregiver }) => caregiver === null).map(({ night }) => night),
  }
}
