import { parentIds } from '@night-routine/fairness'
import type { AbsenceSource, RecordedAbsence, SourceAbsence } from '@night-routine/database'
import type { Fault } from '@night-routine/household'
import type { Kind } from '../home/night-cell.ts'
import type { AbsenceForm } from './absence-form.ts'
import { sourceViews, type SourceView } from './absence-sources-view.ts'
import { datedNight } from './dated-night.ts'
import { fieldView, type FieldView } from './field-view.ts'
import { previewView, type PreviewFacts, type PreviewView } from './preview-view.ts'
import type { Preview } from '@night-routine/household'

/** The absences section. */
export interface AbsencesView {
  /** The current and the coming absences, the earliest first. */
  ranges: { id: string; who: { name: string; kind: Kind }; when: string }[]
  /** The calendars that parents take absences from. */
  sources: SourceView[]
  fields: FieldView[]
  preview: PreviewView | null
}

export interface AbsencesFacts extends PreviewFacts {
  absences: readonly RecordedAbsence[]
  sources: readonly AbsenceSource[]
  /** The absences found in the sources. */
  found: readonly SourceAbsence[]
  now: Temporal.Instant
  form: AbsenceForm
  /** In the language of the page. */
  faults: readonly Fault[]
  preview: Preview | null
}

/** The current and future absences, and the form for a new one. */
export function absencesView(facts: AbsencesFacts): AbsencesView {
  const { absences, form, faults, preview, names, tonight, wording } = facts
  const ahead = absences.filter(({ to }) => Temporal.PlainDate.compare(to, tonight) >= 0)
  const when = ({ from, to }: RecordedAbsence) =>
    from.equals(to)
      ? datedNight(from, tonight, wording)
      : wording.say('settings.fromTo', {
          from: datedNight(from, tonight, wording),
          to: datedNight(to, tonight, wording),
        })
  const people = [
    { value: '', label: wording.say('settings.choose') },
    ...parentIds.map(id => ({ value: id, label: names[id] })),
  ]
  return {
    ranges: ahead.map(range => ({
      id: range.id.toString(),
      who: { name: names[range.parent], kind: range.parent },
      when: when(range),
    })),
    sources: sourceViews(facts),
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
  }
}
