import { isBefore, mostWeeks, rangesOf, type Fault, type Preview } from '@night-routine/household'
import type { ParentId } from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import { fieldView, type FieldPlan, type FieldView } from '../settings/field-view.ts'
import { previewView, type PreviewView } from '../settings/preview-view.ts'
import { repeatingAskedFor, repeatingField, type RepeatingForm } from './repeating-form.ts'
import { repeatingText } from '../../text/repeating-text.ts'
import { weekdayBoxes } from '../settings/settings-fields.ts'

/** The form for an absence that repeats, folded until a person uses it. */
export interface RepeatingView {
  open: boolean
  who: FieldView
  weekdays: ReturnType<typeof weekdayBoxes>
  /** How often, or a roster. */
  rhythm: FieldView[]
  fields: FieldView[]
  preview: PreviewView | null
  drawing: Drawing | null
}

/** Six weeks of a new absence, as a month shows them. */
interface Drawing {
  who: string
  when: string
  weekdays: { long: string; short: string }[]
  weeks: { day: number; date: string; kind: ParentId | 'outside'; text: string }[][]
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
    rhythm: [
      field('everyWeeks', {
        label: say('settings.howOften'),
        choices: Array.from({ length: mostWeeks }, (_, index) => ({
          value: String(index + 1),
          label: say('settings.everyWeeks', { weeks: index + 1 }),
        })),
      }),
      field('cycle', { label: say('settings.cycle'), hint: say('settings.cycleHint') }),
    ],
    fields: [
      field('from', { label: say('settings.firstNight'), input: 'date' }),
      field('to', {
        label: say('settings.lastNight'),
        input: 'date',
        hint: say('settings.noEnd'),
      }),
    ],
    preview: preview && previewView(preview, facts),
    drawing: preview && drawing(facts),
  }
}

/** The six weeks from the first night on, or from tonight. */
function drawing(facts: RepeatingFacts): Drawing | null {
  const { form, names, weekStart, tonight, wording } = facts
  const asked = repeatingAskedFor(form)
  if ('faults' in asked) return null
  const { parent, ...absence } = asked.absence
  const start = isBefore(absence.from, tonight) ? tonight : absence.from
  const first = start.subtract({ days: (start.dayOfWeek - weekStart + 7) % 7 })
  const away = rangesOf(absence, { from: first, to: first.add({ days: 41 }) })
  const weekday = (index: number) => ((weekStart - 1 + index) % 7) + 1
  const cell = (index: number) => {
    const night = first.add({ days: index })
    const isAway = away.some(({ from, to }) => !isBefore(night, from) && !isBefore(to, night))
    return {
      day: night.day,
      date: wording.night(night),
      kind: isAway ? parent : ('outside' as const),
      text: isAway ? wording.say('settings.isAway') : '',
    }
  }
  return {
    who: names[parent],
    when: repeatingText(absence, facts),
    weekdays: count(7).map(index => ({
      long: wording.weekday(weekday(index)),
      short: wording.weekday(weekday(index), 'short'),
    })),
    weeks: count(6).map(inWeek => count(7).map(index => cell(inWeek * 7 + index))),
  }
}

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
