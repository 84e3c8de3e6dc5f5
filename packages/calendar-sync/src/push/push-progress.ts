import { readNightsInWork, type Database } from '@night-routine/database'
import { readPushFacts } from './push-facts.ts'
import { pushSteps } from './push-steps.ts'

/** How far the calendar is behind the plan. */
export interface PushProgress {
  /** Nights whose event differs from the plan, in order. */
  pending: Temporal.PlainDate[]
  /** Nights already written for the requested pushes. */
  written: number
}

/** Computes what a push would have to do, without calling the provider. */
export async function readPushProgress(
  db: Database,
  asked: { now: Temporal.Instant; publicUrl: string },
): Promise<PushProgress> {
  const facts = await readPushFacts(db, asked)
  if (facts === undefined) return { pending: [], written: 0 }
  const steps = pushSteps(facts.desired, facts.mirror, facts.tonight)
  const inWork = await readNightsInWork(db, facts.selected)
  return progress(
    steps.map(step => (step.kind === 'remove' ? step.row.night : step.event.night)),
    inWork,
  )
}

function progress(
  pending: readonly Temporal.PlainDate[],
  inWork: readonly Temporal.PlainDate[],
): PushProgress {
  const waiting = new Set(pending.map(String))
  return {
    pending: [...pending],
    written: inWork.filter(night => !waiting.has(night.toString())).length,
  }
}
