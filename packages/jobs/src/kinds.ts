import type { JobKind } from '@night-routine/database/jobs'

/**
 * Every kind of background work, with the service that does it. There is one household and one selected calendar, so a
 * kind needs no id. Its name is also the name of its queue, where all wake-ups are one job; those that arrive during
 * its run cause one more. The setting LEASE_SECONDS says how long a silent worker keeps its work.
 */
const workers = {
  /** Reads the absences in the calendars that parents chose. */
  absences: 'scheduler-worker',
  /** Keeps one live notification channel for the selected calendar. */
  channel: 'scheduler-worker',
  /** Tells people about their nights. */
  notify: 'scheduler-worker',
  /** Plans the nights ahead from the rules, absences and overrides. */
  plan: 'scheduler-worker',
  /** Updates the published site. */
  publish: 'publisher',
  /** Reads what people changed in the selected calendar. */
  pull: 'scheduler-worker',
  /** Writes the nights to the selected calendar. */
  push: 'scheduler-worker',
} as const satisfies Record<JobKind, string>

type Worker = (typeof workers)[JobKind]

/** The names of all kinds, in order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const kindNames = Object.keys(workers) as JobKind[]

/** The names of the kinds that a worker does. */
export function kindsOf(worker: Worker): JobKind[] {
  return kindNames.filter(kind => workers[kind] === worker)
}

/** The kinds that a worker does. */
export type KindsOf<Doer extends Worker> = {
  [Kind in JobKind]: (typeof workers)[Kind] extends Doer ? Kind : never
}[JobKind]
