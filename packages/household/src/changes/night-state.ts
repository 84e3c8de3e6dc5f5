import type { Assignment, HistoryFacts, RecordedEntry } from '@night-routine/database'

/** What people see of a night: who does it, and whether it is locked. */
export type NightState = Pick<Assignment, 'caregiver' | 'babysitterName' | 'override'>

/** The state of a stored night; a night that is not stored is open. */
export function stateOf(night: NightState | undefined): NightState {
  const { caregiver = null, babysitterName = null, override = false } = night ?? {}
  return { caregiver, babysitterName, override }
}

/** The state in the facts of a history entry. */
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

/** Whether people see no difference. */
export function sameState(one: NightState, other: NightState): boolean {
  return sameCaregiver(one, other) && one.override === other.override
}

/** A night of a change: its state before the change and after it, including the plan that followed. */
export interface NightOfChange {
  night: Temporal.PlainDate
  /** The entry for a person's decision, otherwise the plan's. */
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

/** The nights that the change gave to another person, in order. */
export function changedNights(entries: readonly RecordedEntry[]): Temporal.PlainDate[] {
  return nightsOfChange(entries)
    .filter(({ before, after }) => !sameCaregiver(before, after))
    .map(({ night }) => night)
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
}
