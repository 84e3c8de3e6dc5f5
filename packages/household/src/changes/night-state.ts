import type { Assignment, HistoryFacts, RecordedEntry } from '@night-routine/database'

/** What people see of a night: who does it, and whether a person fixed that. */
export type NightState = Pick<Assignment, 'caregiver' | 'babysitterName' | 'override'>

/** The state of a night on record; one that is not on record is open. */
export function stateOf(night: NightState | undefined): NightState {
  const { caregiver = null, babysitterName = null, override = false } = night ?? {}
  return { caregiver, babysitterName, override }
}

/** The state that a history entry speaks of. */
export function recordedState(facts: HistoryFacts | null): NightState {
  const { caregiver = null, babysitterName = null, override = false } = facts ?? {}
  return { caregiver, babysitterName, override }
}

/** Whether the same person does the night. */
function sameCaregiver(
  one: Omit<NightState, 'override'>,
  other: Omit<NightState, 'override'>,
): boolean {
  return one.caregiver === other.caregiver && one.babysitterName === other.babysitterName
}

/** Whether people see the same night. */
export function sameState(one: NightState, other: NightState): boolean {
  return sameCaregiver(one, other) && one.override === other.override
}

/** One night of a change: how it was before, and how the change left it, plan included. */
export interface NightOfChange {
  night: Temporal.PlainDate
  /** The entry that a person caused, or else the plan. */
  first: RecordedEntry
  before: NightState
  after: NightState
}

/** The nights of a change, in the order of its entries. */
export function nightsOfChange(entries: readonly RecordedEntry[]): NightOfChange[] {
  const nights = new Map<string, NightOfChange>()
  for (const entry of entries) {
    if (entry.night === null) continue
    const key = entry.night.toString()
    const known = nights.get(key)
    const after = recordedState(entry.after)
    if (known !== undefined) known.after = after
    else
      nights.set(key, {
        night: entry.night,
        first: entry,
        before: recordedState(entry.before),
        after,
      })
  }
  return [...nights.values()]
}

/** The nights that another person does since the change, in order. */
export function changedNights(entries: readonly RecordedEntry[]): Temporal.PlainDate[] {
  return nightsOfChange(entries)
    .filter(({ before, after }) => !sameCaregiver(before, after))
    .map(({ night }) => night)
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
}
