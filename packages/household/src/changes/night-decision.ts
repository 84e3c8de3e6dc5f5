import type { Assignment, Caregiver, HistoryFacts, NightDecision } from '@night-routine/database'

/** Who does a night. */
export interface Chosen {
  caregiver: Caregiver
  /** Null for a parent. */
  babysitterName: string | null
}

/** An override by a person, with the explanation that planning gave the night. */
export function fixed(
  night: Temporal.PlainDate,
  { caregiver, babysitterName }: Chosen,
  { before, today }: { before: Assignment | undefined; today: Temporal.PlainDate },
): NightDecision {
  return {
    night,
    caregiver,
    babysitterName,
    reason: 'Override',
    override: true,
    explanation: before?.explanation ?? null,
    decidedOn: today,
  }
}

/** An open night; the next plan finds a parent for it. */
export function open(night: Temporal.PlainDate, today: Temporal.PlainDate): NightDecision {
  return {
    night,
    caregiver: null,
    babysitterName: null,
    reason: null,
    override: false,
    explanation: null,
    decidedOn: today,
  }
}

/** A decision for the history, complete enough to be restored. */
export function decisionFacts(decision: Omit<NightDecision, 'night'>): HistoryFacts {
  const { caregiver, babysitterName, reason, override, explanation, decidedOn } = decision
  const day = decidedOn.toString()
  return { caregiver, babysitterName, override, reason, explanation, decidedOn: day }
}

/** The decision from `decisionFacts`. If only the caregiver is known, the rest is empty. */
export function recordedDecision(
  night: Temporal.PlainDate,
  facts: HistoryFacts | null,
  today: Temporal.PlainDate,
): NightDecision {
  const { caregiver = null, babysitterName = null, override = false, decidedOn } = facts ?? {}
  if (caregiver === null) return open(night, today)
  return {
    night,
    caregiver,
    babysitterName,
    override,
    reason: facts?.reason ?? 'Override',
    explanation: facts?.explanation ?? null,
    decidedOn: decidedOn === undefined ? today : Temporal.PlainDate.from(decidedOn),
  }
}
