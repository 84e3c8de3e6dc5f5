import type { Caregiver, RecordedEntry } from '@night-routine/database/nights'
import { isAboutCaregiver, recordedState, type NightState } from '@night-routine/household'

const open: NightState = { caregiver: null, babysitter: null, override: false }

/**
 * Computes who does every night from the history alone. Throws when an entry does not follow from the
 * previous ones, or when planning moved a locked night.
 */
export function replay(entries: readonly RecordedEntry[]): Map<string, NightState> {
  const nights = new Map<string, NightState>()
  for (const entry of entries) {
    if (entry.action === 'nights-planned')
      for (const [night, caregiver] of caregivers(entry.after)) {
        agree(entry, nights.get(night), undefined)
        nights.set(night, { ...open, caregiver })
      }
    else if (entry.action === 'nights-unplanned')
      for (const [night, caregiver] of caregivers(entry.before)) {
        agree(entry, nights.get(night), { ...open, caregiver })
        nights.delete(night)
      }
    else if (entry.night !== null && isAboutCaregiver(entry)) {
      const night = entry.night.toString()
      agree(entry, nights.get(night) ?? open, recordedState(entry.before))
      nights.set(night, recordedState(entry.after))
    }
  }
  return nights
}

function caregivers(facts: RecordedEntry['after']): [string, Caregiver | null][] {
  return Object.entries((facts?.['caregivers'] ?? {}) as Record<string, Caregiver | null>)
}

function agree(entry: RecordedEntry, known: object | undefined, said: object | undefined) {
  if (JSON.stringify(known) === JSON.stringify(said)) return
  const night = entry.night?.toString() ?? ''
  throw new Error(
    `${entry.id} ${entry.action} ${night}: ${JSON.stringify(said)} after ${JSON.stringify(known)}`,
  )
}
