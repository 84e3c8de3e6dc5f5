export type { Caregiver, Explanation, ParentId, Reason } from '@night-routine/fairness'
export type { AskState, BabysitterFacts, HistoryFacts, SourceOutcome } from '../schema/nights.ts'
