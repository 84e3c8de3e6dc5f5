import type { Assignment, ParentId } from '@night-routine/database'
import { Type } from 'typebox'
import { exactId } from '../assignment-id.ts'

/** The response of `GET /api/assignment-details`. */
export const AssignmentDetails = Type.Object({
  assignment_id: exactId,
  calculation_date: Type.String(),
  decision_reason: Type.String(),
  caregiver_type: Type.Union([Type.Literal('parent'), Type.Literal('babysitter')]),
  parent_a_name: Type.String(),
  parent_a_total_count: Type.Integer(),
  parent_a_last_30_days: Type.Integer(),
  parent_b_name: Type.String(),
  parent_b_total_count: Type.Integer(),
  parent_b_last_30_days: Type.Integer(),
})
export type AssignmentDetails = Type.Static<typeof AssignmentDetails>

/** Nights of each parent before a night, as the planner saw them. */
export type Counts = Record<'totals' | 'last30', Record<ParentId, number>>

/**
 * The details of a night. An open night is `babysitter` with `Unavailability`: no other night has both,
 * because babysitters are always booked by a person (docs/decisions/0015).
 */
export function assignmentDetails(
  { id, decidedOn, caregiver, reason }: Assignment,
  names: Record<ParentId, string>,
  { totals, last30 }: Counts,
): AssignmentDetails {
  const isParents = caregiver === 'a' || caregiver === 'b'
  return {
    assignment_id: id,
    calculation_date: decidedOn.toString(),
    decision_reason: reason ?? 'Unavailability',
    caregiver_type: isParents ? 'parent' : 'babysitter',
    parent_a_name: names.a,
    parent_a_total_count: totals.a,
    parent_a_last_30_days: last30.a,
    parent_b_name: names.b,
    parent_b_total_count: totals.b,
    parent_b_last_30_days: last30.b,
  }
}
