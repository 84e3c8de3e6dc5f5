import type { HistoryFacts, RecordedEntry } from '@night-routine/database/nights'
import { isAboutCaregiver, recordedState, type NightState } from '@night-routine/household'

/** Nights by date, as the history or the database tells them. */
export type Nights = ReadonlyMap<string, NightState>

const open: NightState = { caregiver: null, babysitter: null, override: false }

/**
 * Who does every night, from the nights there were before and nothing but the history.
 * @param entries in the order in which they were made
 * @returns the nights, and a line for each entry that contradicts an earlier one
 */
export function replay(before: Nights, entries: readonly RecordedEntry[]) {
  const nights = new Map(before)
  const problems: string[] = []
  const agree = (entry: RecordedEntry, night: string, said: NightState | undefined) => {
    const known = nights.get(night)
    if (stateText(known) === stateText(said)) return
    problems.push(
      `history ${entry.id} ${entry.action} ${night}: ${stateText(said)} after ${stateText(known)}`,
    )
  }
  for (const entry of entries) {
    if (entry.action === 'nights-planned')
      for (const [night, caregiver] of caregivers(entry.after)) {
        agree(entry, night, undefined)
        nights.set(night, { ...open, caregiver })
      }
    else if (entry.action === 'nights-unplanned')
      for (const [night, caregiver] of caregivers(entry.before)) {
        agree(entry, night, { ...open, caregiver })
        nights.delete(night)
      }
    else if (entry.night !== null && isAboutCaregiver(entry)) {
      const night = entry.night.toString()
      agree(entry, night, nights.has(night) ? recordedState(entry.before) : undefined)
      nights.set(night, recordedState(entry.after))
    }
  }
  return { nights, problems }
}

/** A state in one word: `a`, `b`, `open` or a babysitter's name, in brackets if it is locked. */
export function stateText(state: NightState | undefined): string {
  if (state === undefined) return 'not on record'
  const who = state.babysitter?.name ?? state.caregiver ?? 'open'
  return state.override ? `[${who}]` : who
}

function caregivers(facts: HistoryFacts | null): [string, NightState['caregiver']][] {
  const recorded = facts?.['caregivers']
  if (typeof recorded !== 'object' || recorded === null) return []
  return Object.entries(recorded).map(([night, who]) => [
    night,
    who === 'a' || who === 'b' ? who : null,
  ])
}
