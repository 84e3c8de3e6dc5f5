import type { Fault } from '@night-routine/household'

/** A form field with its label, typed value and faults. */
export interface FieldView {
  id: string
  label: string
  hint: string
  value: string
  /** A date field, a full hour, a switch, a list to choose from, digits, or any text. */
  date: boolean
  hour: boolean
  toggle: boolean
  /** Whether a switch is on. */
  on: boolean
  choices: { value: string; label: string; chosen: boolean }[]
  digits: boolean
  /** The id of a list of suggestions, or empty. */
  list: string
  /** What an empty field stands for, or empty. */
  placeholder: string
  /** The choices of each weekday; empty for other fields. */
  week: FieldView[]
  /** All fault texts; empty if valid. */
  fault: string
  /** Whether it is the first invalid field, which gets the focus. */
  focus: boolean
}

/** A field's definition. */
export interface FieldPlan extends Pick<FieldView, 'label'> {
  hint?: string
  input?: 'date' | 'hour' | 'switch' | 'digits' | 'text' | 'choice'
  list?: string
  placeholder?: string
  choices?: readonly { value: string; label: string }[]
}

/** The fault texts of a field, and whether it is the first invalid one. */
export function faultOf(id: string, faults: readonly Fault[]): Pick<FieldView, 'fault' | 'focus'> {
  const texts = faults.filter(({ field }) => field === id).map(fault => fault.text)
  return { fault: texts.join(' '), focus: texts.length > 0 && faults[0]?.field === id }
}

/** The view model of a field. */
export function fieldView(
  id: string,
  { label, hint = '', input, list = '', placeholder = '', choices = [] }: FieldPlan,
  { value, faults }: { value: string; faults: readonly Fault[] },
): FieldView {
  return {
    id,
    label,
    hint,
    value,
    date: input === 'date',
    hour: input === 'hour',
    toggle: input === 'switch',
    on: value === 'on',
    digits: input === 'digits',
    list,
    placeholder,
    week: [],
    choices: choices.map(choice => ({ ...choice, chosen: choice.value === value })),
    ...faultOf(id, faults),
  }
}
