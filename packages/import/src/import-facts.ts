import type { Assignment, ParentId } from '@night-routine/database/nights'
import type { ChangeFacts, HouseholdSettings } from '@night-routine/household'

/** What a person says about the names in a file. */
export interface ImportOptions {
  parents?: Partial<Record<ParentId, readonly string[]>>
  /** Names that are babysitters, where the file doesn't say so. */
  babysitters?: readonly string[]
  /** Every name that is no parent's is a babysitter's. */
  othersAreBabysitters?: boolean
  /** Whether the household can choose the calendar of the file, which is at Google; it can unless this is false. */
  takesEvents?: boolean
}

export interface ImportFacts {
  settings: HouseholdSettings
  change: Pick<ChangeFacts, 'earlierNames' | 'tonight' | 'today' | 'oldest'>
  /** The stored nights of the dates in the file. */
  nights: readonly Assignment[]
  /** The events of the file's calendar that an earlier import named. */
  knownEvents: ReadonlySet<string>
}
