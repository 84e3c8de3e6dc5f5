import type {
  AbsenceSource,
  ParentId,
  RecordedAbsence,
  RecordedRepeatingAbsence,
} from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { isBefore, isRepeating, mostWeeks, rangesOf } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { AbsenceForm } from '../../plugins/absence-form.ts'
import { fieldView, weekdayBoxes, weekdaysFrom, type Field } from '../../plugins/fields.ts'
import { repeatingText } from '../../text/repeating-text.ts'
import { previewView } from '../settings/preview-view.ts'
import type { Attempt } from '../settings/settings-view.ts'
import { repeatingAskedFor, repeatingField, type RepeatingForm } from './repeating-form.ts'

export interface AbsencesFacts {
  absences: readonly RecordedAbsence[]
  sources: readonly AbsenceSource[]
  repeatingAbsences: readonly RecordedRepeatingAbsence[]
  /** The new absence, with faults in the language of the page. */
  absence: Attempt<AbsenceForm>
  /** The new absence that repeats, likewise. */
  repeating: Attempt<RepeatingForm>
  names: Record<ParentId, string>
  weekStart: number
  tonight: Temporal.PlainDate
  wording: Wording
}

/** The current and future absences, the earliest first, then those that repeat, and the forms for a new one. */
export function absencesView(facts: AbsencesFacts) {
  const { absence, names, tonight, wording } = facts
  const { say } = wording
  const isAhead = ({ to }: { to: Temporal.PlainDate | null }) =>
    to === null || !isBefore(to, tonight)
  const line = ({ id, parent }: { id: bigint; parent: ParentId }, kind: string, when: string) => ({
    id: id.toString(),
    remove: `/settings/absences${kind}/remove`,
    who: { name: names[parent], kind: parent },
    when,
  })
  const broken = facts.sources.filter(({ outcome }) => outcome !== 'read').length
  const field = (name: keyof AbsenceForm, plan: Field) =>
    fieldView(name, plan, { value: absence.form[name], faults: absence.faults })
  return {
    ranges: [
      ...facts.absences
        .filter(isAhead)
        .map(one => line(one, '', wording.range(one.from.toString(), one.to.toString(), tonight))),
      ...facts.repeatingAbsences
        .filter(isAhead)
        .map(one => line(one, '/repeating', wording.capital(repeatingText(one, facts)))),
    ],
    trouble: broken === 0 ? '' : say('settings.sourceTrouble', { count: broken }),
    fields: [
      field('parent', whoField(facts)),
      field('from', { label: say('settings.firstNight'), input: 'date' }),
      field('to', {
        label: say('settings.lastNight'),
        input: 'date',
        hint: say('settings.singleNight'),
      }),
    ],
    preview: absence.preview && previewView(absence.preview, facts),
    repeating: repeatingView(facts),
  }
}

function whoField({ names, wording: { say } }: AbsencesFacts): Field {
  const choose = { value: '', label: say('settings.choose') }
  const choices = [choose, ...parentIds.map(id => ({ value: id, label: names[id] }))]
  return { label: say('settings.who'), input: 'choice', choices }
}

/** The form for an absence that repeats, folded until a person uses it. */
function repeatingView(facts: AbsencesFacts) {
  const { weekStart, wording } = facts
  const { form, faults, preview } = facts.repeating
  const { say } = wording
  const field = (name: keyof RepeatingForm, plan: Field) =>
    fieldView(repeatingField(name), plan, { value: form[name], faults })
  const rhythms = Array.from({ length: mostWeeks }, (_, index) => ({
    value: String(index + 1),
    label: say('settings.everyWeeks', { weeks: index + 1 }),
  }))
  return {
    open: faults.length > 0 || preview !== null,
    rhythm: [
      field('parent', whoField(facts)),
      field('weekdays', weekdayBoxes(say('settings.awayOn'), weekStart, wording)),
      field('everyWeeks', { label: say('settings.howOften'), input: 'choice', choices: rhythms }),
      field('cycle', { label: say('settings.cycle'), hint: say('settings.cycleHint') }),
    ],
    fields: [
      field('from', { label: say('settings.firstNight'), input: 'date' }),
      field('to', { label: say('settings.lastNight'), input: 'date', hint: say('settings.noEnd') }),
    ],
    preview: preview && previewView(preview, facts),
    drawing: preview && drawing(facts),
  }
}

/** Six weeks of a new absence, as a month shows them: from its first night on, or from tonight. */
function drawing(facts: AbsencesFacts) {
  const { names, weekStart, tonight, wording } = facts
  const asked = repeatingAskedFor(facts.repeating.form)
  if ('faults' in asked || !isRepeating(asked.absence)) return null
  const { parent, ...absence } = asked.absence
  const start = isBefore(absence.from, tonight) ? tonight : absence.from
  const first = start.subtract({ days: (start.dayOfWeek - weekStart + 7) % 7 })
  const away = rangesOf(absence, { from: first, to: first.add({ days: 41 }) })
  const weekdays = weekdaysFrom(weekStart)
  const cell = (index: number) => {
    const night = first.add({ days: index })
    const isAway = away.some(({ from, to }) => !isBefore(night, from) && !isBefore(to, night))
    return {
      day: night.day,
      date: wording.night(night),
      kind: isAway ? parent : 'outside',
      text: isAway ? wording.say('settings.isAway') : '',
    }
  }
  return {
    who: names[parent],
    when: repeatingText(absence, facts),
    weekdays: weekdays.map(day => ({
      long: wording.weekday(day),
      short: wording.weekday(day, 'short'),
    })),
    weeks: [0, 1, 2, 3, 4, 5].map(week => weekdays.map((_, day) => cell(week * 7 + day))),
  }
}
