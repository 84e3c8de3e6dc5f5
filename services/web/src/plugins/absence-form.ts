import type { Absence, ParentId } from '@night-routine/database/nights'
import { dateIn, type Fault } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { faultIn, oneValue, type TypedForm } from './typed-form.ts'

/** A new absence as a person types it. */
export interface AbsenceForm {
  parent: string
  from: string
  /** Empty: a single night. */
  to: string
}

/** The empty form. */
export const emptyAbsence: AbsenceForm = { parent: '', from: '', to: '' }

/** The form as it was posted. */
export function postedAbsence(posted: TypedForm): AbsenceForm {
  return {
    parent: oneValue(posted, 'parent'),
    from: oneValue(posted, 'from'),
    to: oneValue(posted, 'to'),
  }
}

/** The absence in a form, or its faults. */
export function absenceAskedFor(form: AbsenceForm): { absence: Absence } | { faults: Fault[] } {
  const parent = parentIn(form.parent)
  const from = dateIn(form.from)
  const to = form.to === '' ? from : dateIn(form.to)
  if (parent && from && to) return { absence: { parent, from, to } }
  return {
    faults: [
      ...(parent ? [] : [faultIn('parent', message('refusal.whoIsAway'))]),
      ...(from ? [] : [faultIn('from', message('refusal.noDate'))]),
      ...(to || form.to === '' ? [] : [faultIn('to', message('refusal.noDate'))]),
    ],
  }
}

/** Maps faults to the filled field: for a single night, the first one. */
export function faultsOf(form: AbsenceForm, faults: readonly Fault[]): Fault[] {
  return faults.map(fault =>
    fault.field === 'to' && form.to === '' ? { ...fault, field: 'from' } : fault,
  )
}

/** The parent that a field names. */
export function parentIn(text: string): ParentId | undefined {
  return text === 'a' || text === 'b' ? text : undefined
}
