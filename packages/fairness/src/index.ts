export { isAway } from './away.ts'
export { caregivers, otherParent, parentIds } from './caregiver.ts'
export type { Caregiver, NightRecord, ParentId } from './caregiver.ts'
export { countNights, type CaregiverCounts } from './count.ts'
export { FairnessInputError } from './errors.ts'
export { explainNight, type ExplainedSplit, type Explanation } from './explanation.ts'
export {
  checkSplit,
  inNights,
  leadOf,
  ledgerOf,
  shares,
  turnsStart,
  turnWeeks,
  weightChoices,
} from './ledger.ts'
export type { Agreement, Ledger, NightWeights, Split, Turns } from './ledger.ts'
export { isHalves, sumNights, totalOf, type NightGroup, type NightSum } from './night-sum.ts'
export { planNights, type PlannedNight } from './plan.ts'
export type { Availability, PlanRequest } from './plan-request.ts'
export { lookBeyond } from './price.ts'
export type { Reason } from './reason.ts'
export { talliesBefore } from './tallies-before.ts'
export type { Tally } from './tally.ts'
