import { planNights, type PlannedNight } from '@night-routine/fairness'
import { planChanges, type PlanChanges } from './plan-changes.ts'
import { horizonEnd, planningRequest, type PlanningFacts } from './planning-request.ts'

/** The plan that follows from the facts, and what it changes on record. */
export function decidePlan(facts: PlanningFacts): {
  changes: PlanChanges
  openNights: Temporal.PlainDate[]
} {
  const request = planningRequest(facts)
  const planned: PlannedNight[] = request === null ? [] : planNights(request).nights
  return {
    changes: planChanges({ stored: facts.stored, planned, lastNight: horizonEnd(facts) }),
    openNights: planned.filter(({ caregiver }) => caregiver === null).map(({ night }) => night),
  }
}
