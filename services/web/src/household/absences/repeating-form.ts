import { absenceAskedFor, type AbsenceForm } from '../../plugins/absence-form.ts'
import { digitIn, everyValue, oneValue, type TypedForm } from '../../plugins/fields.ts'

/** A new absence that repeats, as a person types it. */
export interface RepeatingForm extends AbsenceForm {
  weekdays: string[]
  everyWeeks: string
  /** "4, 2": nights away, then at home; empty: by weekdays. */
  cycle: string
}

/** The name of a field; a single absence has a parent and nights on the same page. */
export function repeatingField(name: string): string {
  return `repeating.${name}`
}

/** The form as it was posted, or as it is served. */
export function postedRepeating(
  posted: TypedForm = { [repeatingField('everyWeeks')]: '2' },
): RepeatingForm {
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
export function repeatingAskedFor({ weekdays, everyWeeks, cycle, ...form }: RepeatingForm) {
  const days = weekdays.map(digitIn)
  return absenceAskedFor(
    form,
    cycle.trim() === ''
      ? { weekdays: days, everyWeeks: digitIn(everyWeeks) }
      : { weekdays: days, everyWeeks: 1, cycle: (cycle.match(/\d+/g) ?? []).map(Number) },
  )
}
