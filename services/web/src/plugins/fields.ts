import type { FieldError } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { Type, type Static } from 'typebox'

/** A posted form with any content: a missing or repeated field is a fault to show beside it. */
export const typedForm = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Array(Type.String())]),
)

export type TypedForm = Static<typeof typedForm>

/** What a person fills a field in with: the type of its element, and whether it is text of no language. */
const inputs = {
  text: {},
  digits: {},
  date: { type: 'date' },
  hour: { type: 'time' },
  code: { isVerbatim: true },
  url: { type: 'url', isVerbatim: true },
  email: { type: 'email', isVerbatim: true },
  password: { type: 'password', isVerbatim: true },
  lines: {},
  switch: {},
  tick: {},
  choice: {},
  cards: {},
  weekdays: {},
  week: {},
  agreements: {},
}

export type Input = keyof typeof inputs

/** The value of a field; empty if missing or repeated. */
export function oneValue(form: TypedForm, field: string): string {
  const value = form[field]
  return typeof value === 'string' ? value : ''
}

/** Every value of a field that may have several. */
export function everyValue(form: TypedForm, field: string): string[] {
  return [form[field] ?? []].flat()
}

/** What a browser sends of a field: the boxes of weekdays as a list, anything else as one text. */
export function postedValue(form: TypedForm, field: string, input: Input): string | string[] {
  if (input === 'weekdays') return everyValue(form, field)
  // "off", then also "on" for a switch that is on.
  if (input === 'switch') return everyValue(form, field).at(-1) ?? ''
  const days = weekOf(field)
  if (input === 'week' && days.some(day => day in form))
    return days.map(day => oneValue(form, day)).join(' ')
  return oneValue(form, field)
}

/** The names of the fields of a week, Monday first. */
export function weekOf(field: string): string[] {
  return [1, 2, 3, 4, 5, 6, 7].map(day => `${field}.${day}`)
}

/** Whether the form asks to save; anything else, such as Enter in a field, asks for a preview. */
export function asksToSave(form: TypedForm): boolean {
  return oneValue(form, 'step') === 'save'
}

/** What is given for a field: text by a form, the value itself by JSON. */
export type FieldValue = string | number | boolean | null | readonly (string | number | object)[]

/** One digit; NaN, which every check refuses, for anything else. */
export function digitIn(given: FieldValue): number {
  if (typeof given === 'string') return /^\d$/.test(given) ? Number(given) : Number.NaN
  return typeof given === 'number' ? given : Number.NaN
}

/** Numbers of weekdays; those that are none are refused with the others. */
export function weekdaysIn(given: FieldValue = []): number[] {
  return [given].flat().map(each => (typeof each === 'object' ? Number.NaN : digitIn(each)))
}

/** A fault in the language of the page. */
export function said({ tell }: Pick<Wording, 'tell'>) {
  return ({ field, text, says }: FieldError) => ({
    field,
    text: says === undefined ? text : tell(says),
  })
}

/** A field as a page asks for it. */
export interface Field {
  label: string
  hint?: string | undefined
  input?: Input
  /** What to choose from: `long` says more of it. */
  choices?: readonly { value: string; label: string; long?: string }[]
  /** The id of a list of suggestions. */
  list?: string | undefined
  /** What an empty field stands for. */
  placeholder?: string | undefined
  /** How much text fits. */
  most?: number
  /** The lines that a long text gets. */
  rows?: number
  /** It is set elsewhere, and can't be changed here. */
  isFixed?: boolean
  /** The browser sends no form without it. */
  isRequired?: boolean
}

/** The fault texts of a field, and whether it is the first invalid one. */
export function faultOf(id: string, faults: readonly FieldError[]) {
  const texts = faults.filter(({ field }) => field === id).map(({ text }) => text)
  return { fault: texts.join(' '), focus: texts.length > 0 && faults[0]?.field === id }
}

/** A field with a label and nothing else. */
const plainField = {
  hint: '',
  list: '',
  placeholder: '',
  most: null,
  rows: 4,
  isFixed: false,
  isRequired: false,
}

/** A field with what is in it, and what is wrong with that: the view of `field.hbs`. */
export function fieldView(
  id: string,
  field: Field,
  {
    value,
    faults = [],
  }: { value: string | readonly string[]; faults?: readonly FieldError[] | undefined },
) {
  const { input = 'text', choices = [], ...plain } = { ...plainField, ...field }
  return {
    id,
    ...plain,
    type: '',
    isVerbatim: false,
    ...inputs[input],
    is: kindOf(input),
    value: String(value),
    isBox: input === 'switch' || input === 'tick',
    isOn: value === 'on' || value === 'true',
    /** Of the fault, if it is not the page's. */
    language: '',
    choices: choices.map(({ long = '', ...choice }, index) => ({
      ...choice,
      long,
      // A link to a field of several boxes leads to the first.
      id: index === 0 ? id : `${id}.${choice.value}`,
      chosen: [value].flat().includes(choice.value),
    })),
    ...faultOf(id, faults),
  }
}

function kindOf(input: Input) {
  const kinds = Object.keys(inputs).map(each => [each, each === input])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(kinds) as Record<Input, boolean>
}

/** The weekdays from the first of the household's week on. */
export function weekdaysFrom(first: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6].map(after => ((first - 1 + after) % 7) + 1)
}

/** A box for each weekday. */
export function weekdayBoxes(label: string, weekStart: number, { weekday }: Wording): Field {
  const choices = weekdaysFrom(weekStart).map(day => ({
    value: String(day),
    label: weekday(day, 'short'),
    long: weekday(day),
  }))
  return { label, input: 'weekdays', choices }
}
