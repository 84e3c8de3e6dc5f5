import type { Fault } from '@night-routine/household'
import { wordingFor, type Message } from '@night-routine/wording'
import { Type, type Static } from 'typebox'

/** A posted form with any content: a missing or repeated field is a fault to show beside it. */
export const typedForm = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Array(Type.String())]),
)

export type TypedForm = Static<typeof typedForm>

/** The value of a field; empty if missing or repeated. */
export function oneValue(form: TypedForm, field: string): string {
  const value = form[field]
  return typeof value === 'string' ? value : ''
}

/** Every value of a field that may have several. */
export function everyValue(form: TypedForm, field: string): string[] {
  const value = form[field] ?? []
  return typeof value === 'string' ? [value] : value
}

/** Whether the form asks to save; anything else, such as Enter in a field, asks for a preview. */
export function asksToSave(form: TypedForm): boolean {
  return oneValue(form, 'step') === 'save'
}

/** A field's fault, translatable. */
export function faultIn(field: string, says: Message): Fault {
  return { field, text: wordingFor('en').tell(says), says }
}
