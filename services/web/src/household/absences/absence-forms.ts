import type { RepeatingAbsence } from '@night-routine/database/nights'
import { absenceAskedFor, rhythmOf, type AgainForm } from '../../plugins/absence-form.ts'
import { digitIn, everyValue, oneValue, type TypedForm } from '../../plugins/fields.ts'

/** The two forms of a new absence on one page, and what stands before the names of their fields. */
export const absenceForms = { absence: '', repeating: 'repeating.' } as const

export type AbsenceKind = keyof typeof absenceForms

/** A new absence as a person types it, with the fields of one that repeats. */
export interface NewAbsence extends AgainForm {
  weekdays: string[]
  /** "4, 2": nights away, then at home; empty: by weekdays. */
  cycle: string
}

/** A form as it was posted, or as it is served. */
export function postedAbsence(kind: AbsenceKind, posted?: TypedForm): NewAbsence {
  const value = (name: string) => oneValue(posted ?? {}, absenceForms[kind] + name)
  return {
    parent: value('parent'),
    weekdays: everyValue(posted ?? {}, `${absenceForms[kind]}weekdays`),
    everyWeeks: posted === undefined ? '2' : value('everyWeeks'),
    cycle: value('cycle'),
    from: value('from'),
    to: value('to'),
  }
}

/** A posted form, and the one of this page that shows it: nights of a sheet that come again are in the second. */
export function shownAbsence(
  kind: AbsenceKind,
  posted: TypedForm,
): { kind: AbsenceKind; form: NewAbsence } {
  const form = postedAbsence(kind, posted)
  const rhythm = kind === 'absence' ? rhythmOf(form) : undefined
  if (rhythm === undefined) return { kind, form }
  const { weekdays, cycle = [] } = rhythm
  const again = { weekdays: weekdays.map(String), cycle: cycle.join(', '), to: '' }
  return { kind: 'repeating', form: { ...form, ...again } }
}

/** The absence in a form, or its faults. */
export function newAbsenceIn(kind: AbsenceKind, form: NewAbsence) {
  if (kind === 'absence') return absenceAskedFor(form)
  const weekdays = form.weekdays.map(digitIn)
  const rhythm: Omit<RepeatingAbsence, 'parent' | 'from' | 'to'> =
    form.cycle.trim() === ''
      ? { weekdays, everyWeeks: digitIn(form.everyWeeks) }
      : { weekdays, everyWeeks: 1, cycle: (form.cycle.match(/\d+/g) ?? []).map(Number) }
  return absenceAskedFor(form, rhythm)
}
