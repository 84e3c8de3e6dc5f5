import type { CalendarEdit } from '@night-routine/household'
import type { JudgedEvent } from './judge-events.ts'

/** The calendar edit of a verdict, if any. */
export function editOf({ row: { night }, verdict }: JudgedEvent): CalendarEdit[] {
  if (verdict.kind === 'assign')
    return [{ night, caregiver: verdict.caregiver, babysitterName: null }]
  if (verdict.kind === 'babysitter')
    return [{ night, caregiver: 'babysitter', babysitterName: verdict.name }]
  return []
}
