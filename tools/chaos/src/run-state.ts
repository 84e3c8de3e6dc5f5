import type { EmulatorEvent } from '@night-routine/google-emulator'
import { emptyModel, type Model } from './model.ts'
import type { Stack } from './stack.ts'
import type { Step } from './steps.ts'
import type { Answer, Visitor } from './visitor.ts'

/** The state of a run. */
export interface Run {
  stack: Stack
  visitor: Visitor
  model: Model
  /** The last history entry before a response to a swap or an undo was lost; null if none was. */
  doubtSince: bigint | null
  /** Events that people created, including copies of ours. The product must not touch them. */
  foreign: Map<string, { calendarId: string; event: EmulatorEvent }>
  /** Restarts that run beside the steps. */
  background: Promise<void>[]
  counts: Map<Step['kind'], Record<Answer | 'nothing-to-do', number>>
  /** Nights for which a check allowed more than one result. */
  ambiguous: number
  checks: number
}

export type Outcome = Answer | 'nothing-to-do'

export function newRun(stack: Stack, visitor: Visitor): Run {
  return {
    stack,
    visitor,
    model: emptyModel,
    doubtSince: null,
    foreign: new Map(),
    background: [],
    counts: new Map(),
    ambiguous: 0,
    checks: 0,
  }
}

export function count(run: Run, kind: Step['kind'], outcome: Outcome): void {
  const none = { accepted: 0, refused: 0, unknown: 0, 'nothing-to-do': 0 }
  const counts = run.counts.get(kind) ?? none
  counts[outcome] += 1
  run.counts.set(kind, counts)
}
