import type {
  AbsenceSource,
  ParentId,
  RecordedAbsence,
  RecordedRepeatingAbsence,
} from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { isBefore, isRepeating, rangesOf } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { everyWeeksChoices } from '../../plugins/absence-form.ts'
import { fieldView, weekdayBoxes, weekdaysFrom, type Field } from '../../plugins/fields.ts'
import { nextText, repeatingText } from '../../text/repeating-text.ts'
import { previewView } from '../settings/preview-view.ts'
import type { Attempt } from '../settings/settings-view.ts'
import { absenceForms, newAbsenceIn, type AbsenceKind, type NewAbsence } from './absence-forms.ts'

export interface AbsencesFacts {
  absences: readonly RecordedAbsence[]
  sources: readonly AbsenceSource[]
  repeatingAbsences: readonly RecordedRepeatingAbsence[]
  /** The new absences, with faults in the language of the page. */
  absence: Attempt<NewAbsence>
  repeating: Attempt<NewAbsence>
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
  const line = (
    { id, parent }: { id: bigint; parent: ParentId },
    kind: string,
    when: string,
    next = '',
  ) => ({
    id: id.toString(),
    remove: `/settings/absences${kind}/remove`,
    who: { name: names[parent], kind: parent },
    when,
    next,
  })
  const broken = facts.sources.filter(({ outcome }) => outcome !== 'read').length
  return {
    ranges: [
      ...facts.absences
        .filter(isAhead)
        .map(one => line(one, '', wording.range(one.from.toString(), one.to.toString(), tonight))),
      ...facts.repeatingAbsences
        .filter(isAhead)
        .map(one =>
          line(one, '/repeating', wording.capital(repeatingText(one, facts)), nextText(one, facts)),
        ),
    ],
    trouble: broken === 0 ? '' : say('settings.brokenSources', { count: broken }),
    fields: [
      whoField('absence', facts),
      ...nightFields('absence', say('settings.singleNight'), facts),
    ],
    preview: absence.preview && previewView(absence.preview, facts),
    repeating: repeatingView(facts),
  }
}

/** A field of one of the two forms. */
function field(kind: AbsenceKind, facts: AbsencesFacts) {
  const { form, faults } = facts[kind]
  return (name: keyof NewAbsence, plan: Field) =>
    fieldView(absenceForms[kind] + name, plan, { value: form[name], faults })
}

function whoField(kind: AbsenceKind, facts: AbsencesFacts) {
  const { say } = facts.wording
  const choose = { value: '', label: say('settings.choose') }
  const choices = [choose, ...parentIds.map(id => ({ value: id, label: facts.names[id] }))]
  return field(kind, facts)('parent', { label: say('settings.who'), input: 'choice', choices })
}

function nightFields(kind: AbsenceKind, hint: string, facts: AbsencesFacts) {
  const { say } = facts.wording
  const make = field(kind, facts)
  return [
    make('from', { label: say('settings.firstNight'), input: 'date' }),
    make('to', { label: say('settings.lastNight'), input: 'date', hint }),
  ]
}

/** The form for an absence that repeats, folded until a person uses it. */
function repeatingView(facts: AbsencesFacts) {
  const { weekStart, wording } = facts
  const { faults, preview } = facts.repeating
  const { say } = wording
  const make = field('repeating', facts)
  const choices = everyWeeksChoices(wording)
  return {
    open: faults.length > 0 || preview !== null,
    rhythm: [
      whoField('repeating', facts),
      make('weekdays', weekdayBoxes(say('settings.awayOn'), weekStart, wording)),
      make('everyWeeks', { label: say('settings.howOften'), input: 'choice', choices }),
      make('cycle', { label: say('settings.cycle'), hint: say('settings.cycleHint') }),
    ],
    fields: nightFields('repeating', say('settings.noEnd'), facts),
    preview: preview && previewView(preview, facts),
    drawing: preview && drawing(facts),
  }
}

/** Six weeks of a new absence, as a month shows them: from its first night on, or from tonight. */
function drawing(facts: AbsencesFacts) {
  const { names, weekStart, tonight, wording } = facts
  const asked = newAbsenceIn('repeating', facts.repeating.form)
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
    next: nextText(absence, facts),
    weekdays: weekdays.map(day => ({
      long: wording.weekday(day),
      short: wording.weekday(day, 'short'),
    })),
    weeks: [0, 1, 2, 3, 4, 5].map(week => weekdays.map((_, day) => cell(week * 7 + day))),
  }
}
