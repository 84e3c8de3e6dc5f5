import type { RecordedEntry } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

const actions = [
  'babysitter-booked',
  'night-given',
  'nights-swapped',
  'night-unlocked',
  'night-locked',
  'night-asked',
  'ask-accepted',
  'ask-declined',
  'ask-withdrawn',
  'ask-ended',
  'change-taken-back',
  'absence-added',
  'absence-removed',
  'absence-source-added',
  'absence-source-removed',
  'source-absences-changed',
  'settings-changed',
  'settings-undone',
  'calendar-disconnected',
  'nights-planned',
  'nights-unplanned',
  'night-replanned',
  'edit-rejected',
  'event-restored',
  'night-noted',
  'note-undone',
  'night-weighed',
  'weight-undone',
] as const

/** What an entry did, in short: "Night given". An action that we don't know is a change. */
export function actionText({ action }: RecordedEntry, { say }: Wording): string {
  return say(`history.did.${actions.find(known => known === action) ?? 'other'}`)
}
