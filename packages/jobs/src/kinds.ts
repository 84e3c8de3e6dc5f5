import type { JobKind } from '@night-routine/database'

/** A kind of background work. There is one household and one selected calendar, so a kind needs no id. */
interface JobKindEntry {
  /** The service that does it. */
  worker: 'scheduler-worker' | 'publisher'
  /** The wait after a failure doubles from the first to the longest. */
  backOff: { firstSeconds: number; longestSeconds: number }
  /** The longest wait when a person probably has to act. A fix at the provider sends no notification. */
  pauseSeconds: number
}

const usual = { backOff: { firstSeconds: 2, longestSeconds: 600 }, pauseSeconds: 3600 }

/**
 * Every kind of work. Its name is also the name of its queue, where all wake-ups are one job; those that arrive
 * during its run cause one more. The setting LEASE_SECONDS says how long a silent worker keeps its work.
 */
export const jobKinds = {
  /** Reads the absences in the calendars that parents chose. */
  absences: { worker: 'scheduler-worker', ...usual },
  /** Keeps one live notification channel for the selected calendar. */
  channel: { worker: 'scheduler-worker', ...usual },
  /** Tells people about their nights. */
  notify: { worker: 'scheduler-worker', ...usual },
  /** Plans the nights ahead from the rules, absences and overrides. */
  plan: { worker: 'scheduler-worker', ...usual },
  /** Updates the published site. */
  publish: { worker: 'publisher', ...usual },
  /** Reads what people changed in the selected calendar. */
  pull: { worker: 'scheduler-worker', ...usual },
  /** Writes the nights to the selected calendar. */
  push: { worker: 'scheduler-worker', ...usual },
} as const satisfies Record<JobKind, JobKindEntry>

/** The names of all kinds, in order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const kindNames = Object.keys(jobKinds) as JobKind[]

/** The names of the kinds that a worker does. */
export function kindsOf(worker: JobKindEntry['worker']): JobKind[] {
  return kindNames.filter(kind => jobKinds[kind].worker === worker)
}

/** The kinds that a worker does. */
export type KindsOf<Worker extends JobKindEntry['worker']> = {
  [Kind in JobKind]: (typeof jobKinds)[Kind]['worker'] extends Worker ? Kind : never
}[JobKind]
