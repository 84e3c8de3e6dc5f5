import type { AbsenceSource, ParentId, SourceAbsence } from '@night-routine/database/nights'
import type { CalendarSummary } from '@night-routine/calendar'
import { countNights, type Fault } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { Kind } from '../../text/caregiver-name.ts'
import { fieldView, type FieldView } from '../settings/field-view.ts'

/** A calendar that a parent takes absences from, as the settings list it. */
export interface SourceView {
  id: string
  who: { name: string; kind: Kind }
  name: string
  /** How many nights it has, or why it could not be read. */
  lines: string[]
  trouble: boolean
}

/** The calendars of both parents, with what was read there. */
export function sourceViews({
  sources,
  found,
  names,
  tonight,
  now,
  wording,
}: {
  sources: readonly AbsenceSource[]
  found: readonly SourceAbsence[]
  names: Record<ParentId, string>
  tonight: Temporal.PlainDate
  now: Temporal.Instant
  wording: Wording
}): SourceView[] {
  return sources.map(({ id, parent, name, outcome, readAt, checkedAt }) => {
    const own = found.filter(({ source }) => source === id)
    const count = countNights(own, tonight)
    const ago = wording.ago(readAt ?? checkedAt, now)
    const who = { name: names[parent], kind: parent }
    if (outcome === 'read')
      return {
        id,
        who,
        name,
        lines: [wording.say('settings.sourceRead', { count, ago })],
        trouble: false,
      }
    const why = wording.say(`absenceSource.${outcome}`, { name })
    const kept = own.length > 0 ? [wording.say('settings.sourceKept', { ago })] : []
    return { id, who, name, lines: [why, ...kept], trouble: true }
  })
}

/** How many calendars cannot be read, for the page that links to their list; empty for none. */
export function sourceTrouble(sources: readonly AbsenceSource[], { say }: Wording): string {
  const count = sources.filter(({ outcome }) => outcome !== 'read').length
  return count === 0 ? '' : say('settings.sourceTrouble', { count })
}

/** The page where a parent adds a calendar of their own. */
export interface AddSourceView {
  title: string
  /** The calendars of both parents. */
  sources: SourceView[]
  /** Whose absences they will be; empty for a person who has not said which parent they are. */
  who: string
  /** The calendars of the account; null when they cannot be listed. */
  calendar: FieldView | null
  address: FieldView
  trouble: { id: string; text: string }[]
}

/** A form of the page as it was posted, and its faults. */
export interface SourceAttempt {
  calendar: string
  address: string
  faults: readonly Fault[]
}

/** What a person can choose from: every calendar of the account but the one with the plan. */
export function addSourceView({
  calendars,
  selected,
  parent,
  names,
  typed,
  sources,
  wording,
}: {
  calendars: readonly CalendarSummary[] | null
  /** The id of the calendar with the plan. */
  selected: string | undefined
  parent: ParentId | undefined
  names: Record<ParentId, string>
  typed: SourceAttempt
  sources: SourceView[]
  wording: Wording
}): AddSourceView {
  const { say } = wording
  const faults = typed.faults
  const choices = (calendars ?? [])
    .filter(({ id }) => id !== selected)
    .toSorted((one, other) => wording.compare(one.name, other.name))
    .map(({ id, name }) => ({ value: id, label: name }))
  const chosen = { value: typed.calendar, faults }
  return {
    title: say('settings.addSource'),
    sources,
    who: parent === undefined ? '' : say('settings.sourceWho', { name: names[parent] }),
    calendar:
      calendars &&
      fieldView(
        'calendar',
        {
          label: say('settings.sourceCalendar'),
          choices: [{ value: '', label: say('settings.choose') }, ...choices],
        },
        chosen,
      ),
    address: fieldView(
      'address',
      { label: say('settings.sourceAddress'), hint: say('settings.sourceAddressHint') },
      { value: typed.address, faults },
    ),
    trouble: faults.map(({ field, text }) => ({ id: field, text })),
  }
}
