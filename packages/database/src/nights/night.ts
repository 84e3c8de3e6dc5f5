export type { Caregiver, Explanation, ParentId, Reason } from '@night-routine/fairness'
export type { AskState, HistoryFacts, SourceOutcome } from '../schema/nights.ts'
