import type { ParentId } from '@night-routine/database/nights'
import type { FieldError, HouseholdSettings } from '@night-routine/household'
import { everyValue, oneValue, weekdaysIn, type TypedForm } from '../../plugins/fields.ts'

/** The fields of the set-up screen as form text; `calendar_id` alone is no set-up form. */
export interface SetUpForm {
  names: Record<ParentId, string>
  unavailableWeekdays: Record<ParentId, string[]>
  timeZone: string
  you: ParentId
}

/** The names of the fields in the request, by the names that faults use. */
const requestFields: Record<string, string> = {
  'parents.a.name': 'parent_a',
  'parents.b.name': 'parent_b',
  'parents.a.unavailableWeekdays': 'unavailable_a',
  'parents.b.unavailableWeekdays': 'unavailable_b',
  timeZone: 'time_zone',
}

/** A fault with the name of its field in the request. */
export function asPosted(fault: FieldError): FieldError {
  return { ...fault, field: requestFields[fault.field] ?? fault.field }
}

/** The form as posted; null without any of its fields. A field that is missing has the value of `filled`. */
export function postedSetUp(posted: TypedForm, filled: SetUpForm): SetUpForm | null {
  if (!Object.values(requestFields).some(field => field in posted)) return null
  const text = (field: string, otherwise: string) =>
    field in posted ? oneValue(posted, field) : otherwise
  const you = oneValue(posted, 'you')
  // The screen sends no field where no box is ticked; other clients leave out what they don't change.
  const isScreen = you !== ''
  const days = (id: ParentId) =>
    isScreen || `unavailable_${id}` in posted
      ? everyValue(posted, `unavailable_${id}`)
      : filled.unavailableWeekdays[id]
  return {
    names: { a: text('parent_a', filled.names.a), b: text('parent_b', filled.names.b) },
    unavailableWeekdays: { a: days('a'), b: days('b') },
    timeZone: text('time_zone', filled.timeZone),
    you: you === 'a' || you === 'b' ? you : filled.you,
  }
}

/** The settings that a form asks for. */
export function settingsOfForm(
  { names, unavailableWeekdays, timeZone }: Omit<SetUpForm, 'you'>,
  current: HouseholdSettings,
): HouseholdSettings {
  const person = (id: ParentId) => ({
    ...current.parents[id],
    name: names[id],
    unavailableWeekdays: weekdaysIn(unavailableWeekdays[id]),
  })
  return { ...current, timeZone: timeZone.trim(), parents: { a: person('a'), b: person('b') } }
}
