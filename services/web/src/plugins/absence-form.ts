import { dateIn, fieldError, isBefore, mostWeeks, type FieldError } from '@night-routine/household'
import type { Absence, ParentId, RepeatingAbsence } from '@night-routine/database/nights'
import { message, type Wording } from '@night-routine/wording'
import { digitIn } from './fields.ts'

/** A new absence as a person types it. */
export interface AbsenceForm {
  parent: string
  from: string
  /** Empty: a single night, or no end of one that repeats. */
  to: string
}

type Rhythm = Pick<RepeatingAbsence, 'weekdays' | 'everyWeeks' | 'cycle'>

/** The absence in a form, or its faults; one that repeats, with a rhythm. */
export function absenceAskedFor(
  form: AbsenceForm,
  rhythm?: Rhythm,
): { absence: Absence | RepeatingAbsence } | { faults: FieldError[] } {
  const parent = parentIn(form.parent)
  const from = dateIn(form.from)
  const to = form.to === '' ? null : dateIn(form.to)
  if (parent && from && to !== undefined)
    return { absence: rhythm ? { parent, ...rhythm, from, to } : { parent, from, to: to ?? from } }
  return {
    faults: [
      ...(parent ? [] : [fieldError('parent', message('refusal.whoIsAway'))]),
      ...(from ? [] : [fieldError('from', message('refusal.noDate'))]),
      ...(to === undefined ? [fieldError('to', message('refusal.noDate'))] : []),
    ],
  }
}

/** The same nights again every so many weeks, as a night's sheet asks for it. */
export interface AgainForm extends AbsenceForm {
  /** Empty: once. */
  everyWeeks: string
}

/** The absence in the form of a night's sheet, or its faults. */
export function absenceInSheet(form: AgainForm) {
  const rhythm = rhythmOf(form)
  return absenceAskedFor(rhythm ? { ...form, to: '' } : form, rhythm)
}

/**
 * How the nights from the first to the last come again: by weekdays, or as a roster where they go on into another week
 * than the one that is counted. Undefined where they come once, or the dates are none.
 */
export function rhythmOf({ from: first, to, everyWeeks: typed }: AgainForm): Rhythm | undefined {
  const from = dateIn(first)
  const last = to === '' ? from : dateIn(to)
  if (typed === '' || from === undefined || last === undefined || isBefore(last, from))
    return undefined
  const everyWeeks = digitIn(typed)
  const nights = from.until(last).days + 1
  if (everyWeeks > 1 && from.dayOfWeek + nights > 8)
    return { weekdays: [], everyWeeks: 1, cycle: [nights, 7 * everyWeeks - nights] }
  const weekdays = Array.from(
    { length: Math.min(nights, 7) },
    (_, day) => from.add({ days: day }).dayOfWeek,
  )
  return { weekdays: weekdays.toSorted((one, other) => one - other), everyWeeks }
}

/** How often an absence can come again. */
export function everyWeeksChoices({ say }: Pick<Wording, 'say'>) {
  return Array.from({ length: mostWeeks }, (_, index) => ({
    value: String(index + 1),
    label: say('settings.everyWeeks', { weeks: index + 1 }),
  }))
}

/** The parent that a field names. */
export function parentIn(text: string): ParentId | undefined {
  return text === 'a' || text === 'b' ? text : undefined
}
