import { dateIn, fieldError, type FieldError } from '@night-routine/household'
import type { Absence, ParentId, RepeatingAbsence } from '@night-routine/database/nights'
import { message } from '@night-routine/wording'

/** A new absence as a person types it. */
export interface AbsenceForm {
  parent: string
  from: string
  /** Empty: a single night, or no end of one that repeats. */
  to: string
}

/** The absence in a form, or its faults; one that repeats, with a rhythm. */
export function absenceAskedFor(
  form: AbsenceForm,
  rhythm?: Pick<RepeatingAbsence, 'weekdays' | 'everyWeeks' | 'cycle'>,
): { absence: Absence | RepeatingAbsence } | { faults: FieldError[] } {
  const parent = parentIn(form.parent)
  const from = dateIn(form.from)
  const to = form.to === '' ? null : dateIn(form.to)
  if (parent && from && to !== undefined)
    return {
      absence: rhythm ? { parent, ...rhythm, from, to } : { parent, from, to: to ?? from },
    }
  return {
    faults: [
      ...(parent ? [] : [fieldError('parent', message('refusal.whoIsAway'))]),
      ...(from ? [] : [fieldError('from', message('refusal.noDate'))]),
      ...(to === undefined ? [fieldError('to', message('refusal.noDate'))] : []),
    ],
  }
}

/** The parent that a field names. */
export function parentIn(text: string): ParentId | undefined {
  return text === 'a' || text === 'b' ? text : undefined
}
