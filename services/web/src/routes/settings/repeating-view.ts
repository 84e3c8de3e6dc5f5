import { mostWeeks, type Fault, type Preview } from '@night-routine/household'
import type { ParentId } from '@night-routine/database'
import { parentIds } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import { fieldView, type FieldPlan, type FieldView } from './field-view.ts'
import { previewView, type PreviewView } from './preview-view.ts'
import { repeatingField, type RepeatingForm } from './repeating-form.ts'
import { weekdayBoxes } from './settings-fields.ts'

/** The form for an absence that repeats, folded until a person uses it. */
export interface RepeatingView {
  open: boolean
  who: FieldView
  weekdays: ReturnType<typeof weekdayBoxes>
  fields: FieldView[]
  preview: PreviewView | null
}

export interface RepeatingFacts {
  form: RepeatingForm
  /** In the language of the page, by the names of the fields. */
  faults: readonly Fault[]
  preview: Preview | null
  names: Record<ParentId, string>
  weekStart: number
  tonight: Temporal.PlainDate
  wording: Wording
}

/** The view model of the form. */
export function repeatingView(facts: RepeatingFacts): RepeatingView {
  const { form, faults, preview, names, weekStart, wording } = facts
  const { say } = wording
  const field = (name: Exclude<keyof RepeatingForm, 'weekdays'>, plan: FieldPlan) =>
    fieldView(repeatingField(name), plan, { value: form[name], faults })
  return {
    open: faults.length > 0 || preview !== null,
    who: field('parent', {
      label: say('settings.who'),
      choices: [
        { value: '', label: say('settings.choose') },
        ...parentIds.map(id => ({ value: id, label: names[id] })),
      ],
    }),
    weekdays: weekdayBoxes(repeatingField('weekdays'), say('settings.awayOn'), {
      ticked: form.weekdays,
      faults,
      weekStart,
      wording,
    }),
    fields: [
      field('everyWeeks', {
        label: say('settings.howOften'),
        choices: Array.from({ length: mostWeeks }, (_, index) => ({
          value: String(index + 1),
          label: say('settings.everyWeeks', { weeks: index + 1 }),
        })),
      }),
      field('from', { label: say('settings.firstNight'), input: 'date' }),
      field('to', {
        label: say('settings.lastNight'),
        input: 'date',
        hint: say('settings.noEnd'),
      }),
    ],
    preview: preview && previewView(preview, facts),
  }
}
