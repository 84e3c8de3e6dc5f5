import type { CaregiverCounts, ParentId } from '@night-routine/fairness'
import type { Speech } from './speech.ts'

/** The columns beside the month: on the page, in its file and on the published site. */
export const statisticsColumns: readonly {
  heading: (names: Record<ParentId, string>, wording: Pick<Speech, 'say'>) => string
  /** Its number for a month, or for all of them. */
  value: (counts: CaregiverCounts) => number
}[] = [
  { heading: ({ a }) => a, value: ({ a }) => a },
  { heading: ({ b }) => b, value: ({ b }) => b },
  {
    heading: (_names, { say }) => say('statistics.babysitters'),
    value: ({ babysitter }) => babysitter,
  },
  {
    heading: (_names, { say }) => say('statistics.total'),
    value: ({ a, b, babysitter }) => a + b + babysitter,
  },
]
