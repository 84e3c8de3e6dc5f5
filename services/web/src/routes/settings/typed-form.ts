import type { Fault } from '@night-routine/household'
import { wording, type Message } from '@night-routine/wording'
import { Type, type Static } from 'typebox'

/** A posted form, whatever it holds: a field that is missing or doubled is a fault to show beside it. */
export const typedForm = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Array(Type.String())]),
)

export type TypedForm = Static<typeof typedForm>

/** The one value of a field; empty where it is missing or doubled. */
export function oneValue(form: TypedForm, field: string): string {
  const value = form[field]
  return typeof value === 'string' ? value : ''
}

/** Every value of a field that may have several. */
export function everyValue(form: TypedForm, field: string): string[] {
  const value = form[field] ?? []
  return typeof value === 'string' ? [value] : value
}

/** Whether the form asks to save; anything else, Enter in a field too, only asks what would change. */
export function asksToSave(form: TypedForm): boolean {
  return oneValue(form, 'step') === 'save'
}

/** What is wrong with a field, to be said in any language. */
export function faultIn(field: string, says: Message): Fault {
  return { field, words: wording('en').tell(says), says }
}

/** The date in a field; undefined where there is none. */
export function dateIn(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}
