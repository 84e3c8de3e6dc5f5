import type { NightOutcome } from '@night-routine/household'
import { Type } from 'typebox'
import { exactId } from '../assignment-id.ts'

/** The response of `POST /api/assignment-babysitter`: the stored night and the nights that changed. */
export const BookedNight = Type.Object({
  assignment_id: exactId,
  date: Type.String(),
  caregiver_type: Type.Union([Type.Literal('parent'), Type.Literal('babysitter')]),
  babysitter_name: Type.String(),
  decision_reason: Type.String(),
  override: Type.Boolean(),
  changed_nights: Type.Array(Type.String()),
})
export type BookedNight = Type.Static<typeof BookedNight>

/** The outcome of a booking in the contract's fields; `changed_nights` are dates, in order. */
export function bookedNight({ night, changedNights }: NightOutcome): BookedNight {
  return {
    assignment_id: night.id,
    date: night.night.toString(),
    caregiver_type: night.caregiver === 'babysitter' ? 'babysitter' : 'parent',
    babysitter_name: night.babysitterName ?? '',
    decision_reason: night.reason ?? 'Override',
    override: night.override,
    changed_nights: changedNights.map(String),
  }
}
