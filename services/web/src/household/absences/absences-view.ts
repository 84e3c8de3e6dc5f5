import { parentIds } from '@night-routine/fairness'
import type {
  AbsenceSource,
  RecordedAbsence,
  RecordedRepeatingAbsence,
} from '@night-routine/database/nights'
import type { Fault } from '@night-routine/household'
import type { Kind } from '../../text/caregiver-name.ts'
import type { AbsenceForm } from '../../plugins/absence-form.ts'
import { sourceTrouble } from './absence-sources-view.ts'
import { fieldView, type FieldView } from '../settings/field-view.ts'
import { repeatingText } from '../../text/repeating-text.ts'
import { repeatingView, type RepeatingFacts, type RepeatingView } from './repeating-view.ts'
import { previewView, type PreviewFacts, type PreviewView } from '../settings/preview-view.ts'
import type { Preview } from '@night-routine/household'

/** The absences section. */
export interface AbsencesView {
  /** The current and the coming absences, the earliest first, then those that repeat. */
  ranges: { id: string; remove: string; who: { name: string; kind: Kind }; when: string }[]
  /** How many calendars that parents take absences from cannot be read; empty for none. */
  trouble: string
  fields: FieldView[]
  preview: PreviewView | null
  repeating: RepeatingView
}

export interface AbsencesFacts extends PreviewFacts {
  absences: readonly RecordedAbsence[]
  sources: readonly AbsenceSource[]
  repeatingAbsences: readonly RecordedRepeatingAbsence[]
  /** The form for one that repeats. */
  repeating: Pick<RepeatingFacts, 'form' | 'faults' | 'preview'>
  weekStart: number
  form: AbsenceForm
  /** In the language of the page. */
  faults: readonly Fault[]
  preview: Preview | null
}

/** The current and future absences, and the form for a new one. */
export function absencesView(facts: AbsencesFacts): AbsencesView {
  const { absences, repeatingAbsences, form, faults, preview, names, tonight, wording } = facts
  const isAhead = ({ to }: { to: Temporal.PlainDate | null }) =>
    to === null || Temporal.PlainDate.compare(to, tonight) >= 0
  const when = ({ from, to }: RecordedAbsence) =>
    wording.range(from.toString(), to.toString(), tonight)
  const people = [
    { value: '', label: wording.say('settings.choose') },
    ...parentIds.map(id => ({ value: id, label: names[id] })),
  ]
  return {
    ranges: [
      ...absences.filter(isAhead).map(range => ({
        id: range.id.toString(),
        remove: '/settings/absences/remove',
        who: { name: names[range.parent], kind: range.parent },
        when: when(range),
      })),
      ...repeatingAbsences.filter(isAhead).map(repeating => ({
        id: repeating.id.toString(),
        remove: '/settings/absences/repeating/remove',
        who: { name: names[repeating.parent], kind: repeating.parent },
        when: wording.capital(repeatingText(repeating, facts)),
      })),
    ],
    trouble: sourceTrouble(facts.sources, wording),
    fields: [
      fieldView(
        'parent',
        { label: wording.say('settings.who'), choices: people },
        { value: form.parent, faults },
      ),
      fieldView(
        'from',
        { label: wording.say('settings.firstNight'), input: 'date' },
        { value: form.from, faults },
      ),
      fieldView(
        'to',
        {
          label: wording.say('settings.lastNight'),
          input: 'date',
          hint: wording.say('settings.singleNight'),
        },
        { value: form.to, faults },
      ),
    ],
    preview: preview && previewView(preview, facts),
    repeating: repeatingView({ ...facts, ...facts.repeating }),
  }
}
