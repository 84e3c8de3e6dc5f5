import type { RepeatingAbsence } from '@night-routine/database/nights'
import { dateIn, type Fault } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { parentIn } from '../../plugins/absence-form.ts'
import { everyValue, faultIn, oneValue, type TypedForm } from '../../plugins/typed-form.ts'

/** A new absence that repeats, as a person types it. */
export interface RepeatingForm {
  parent: string
  weekdays: string[]
  everyWeeks: string
  /** "4, 2": nights away, then at home; empty: by weekdays. */
  cycle: string
  from: string
  /** Empty: no end. */
  to: string
}

/** The empty form. */
export const emptyRepeating: RepeatingForm = {
  parent: '',
  weekdays: [],
  everyWeeks: '2',
  cycle: '',
  from: '',
  to: '',
}

/** The name of a field; a single absence has a parent and nights on the same page. */
export function repeatingField(name: string): string {
  return `repeating.${name}`
}

/** The form as it was posted. */
export function postedRepeating(posted: TypedForm): RepeatingForm {
  const value = (name: string) => oneValue(posted, repeatingField(name))
  return {
    parent: value('parent'),
    weekdays: everyValue(posted, repeatingField('weekdays')),
    everyWeeks: value('everyWeeks'),
    cycle: value('cycle'),
    from: value('from'),
    to: value('to'),
  }
}

/** The absence in a form, or its faults. */
export function repeatingAskedFor(
  form: RepeatingForm,
): { absence: RepeatingAbsence } | { faults: Fault[] } {
  const parent = parentIn(form.parent)
  const from = dateIn(form.from)
  const to = form.to === '' ? null : dateIn(form.to)
  if (parent && from && to !== undefined) {
    const weekdays = form.weekdays.map(digit)
    const rhythm =
      form.cycle.trim() === ''
        ? { weekdays, everyWeeks: digit(form.everyWeeks) }
        : { weekdays, everyWeeks: 1, cycle: (form.cycle.match(/\d+/g) ?? []).map(Number) }
    return { absence: { parent, ...rhythm, from, to } }
  }
  return {
    faults: [
      ...(parent ? [] : [faultIn('parent', message('refusal.whoIsAway'))]),
      ...(from ? [] : [faultIn('from', message('refusal.noDate'))]),
      ...(to === undefined ? [faultIn('to', message('refusal.noDate'))] : []),
    ],
  }
}

function digit(text: string): number {
  return /^\d$/.test(text) ? Number(text) : Number.NaN
}
