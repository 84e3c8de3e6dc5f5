import type { Fault } from '@night-routine/household'

/** One field with its label, its value as typed, and what is wrong with it. */
export interface FieldView {
  id: string
  label: string
  hint: string
  value: string
  /** A date field, a list to choose from, digits, or any text. */
  date: boolean
  choices: { value: string; label: string; chosen: boolean }[]
  digits: boolean
  /** The id of a list of suggestions; empty where there is none. */
  list: string
  /** Every sentence about it; empty where nothing is wrong. */
  fault: string
  /** The first field with a fault: where the page puts the cursor. */
  focus: boolean
}

/** What is known of a field before anybody typed. */
export interface FieldPlan extends Pick<FieldView, 'label'> {
  hint?: string
  kind?: 'date' | 'digits'
  list?: string
  choices?: readonly { value: string; label: string }[]
}

/** The sentences about a field, and whether the page's first fault is there. */
export function faultOf(id: string, faults: readonly Fault[]): Pick<FieldView, 'fault' | 'focus'> {
  const words = faults.filter(({ field }) => field === id).map(fault => fault.words)
  return { fault: words.join(' '), focus: words.length > 0 && faults[0]?.field === id }
}

/** A field as its template prints it. */
export function fieldView(
  id: string,
  { label, hint = '', kind, list = '', choices = [] }: FieldPlan,
  { value, faults }: { value: string; faults: readonly Fault[] },
): FieldView {
  return {
    id,
    label,
    hint,
    value,
    date: kind === 'date',
    digits: kind === 'digits',
    list,
    choices: choices.map(choice => ({ ...choice, chosen: choice.value === value })),
    ...faultOf(id, faults),
  }
}
