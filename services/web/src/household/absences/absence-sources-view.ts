import type { AbsenceSource, ParentId, SourceAbsence } from '@night-routine/database/nights'
import type { CalendarSummary } from '@night-routine/calendar'
import { countNights, type FieldError } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { fieldView, type Field } from '../../plugins/fields.ts'

/** A form of the page as it was posted, and its faults. */
export interface SourceAttempt {
  calendar: string
  address: string
  faults: readonly FieldError[]
}

/** What was read in each calendar that a parent takes absences from, or why it could not be read. */
export function sourceViews(facts: {
  sources: readonly AbsenceSource[]
  found: readonly SourceAbsence[]
  names: Record<ParentId, string>
  tonight: Temporal.PlainDate
  now: Temporal.Instant
  wording: Wording
}) {
  const { sources, found, names, tonight, now, wording } = facts
  const { say } = wording
  return sources.map(({ id, parent, name, outcome, readAt, checkedAt }) => {
    const own = found.filter(({ source }) => source === id)
    const ago = wording.ago(readAt ?? checkedAt, now)
    const kept = own.length > 0 ? [say('settings.sourceKept', { ago })] : []
    return {
      id,
      who: { name: names[parent], kind: parent },
      name,
      lines:
        outcome === 'read'
          ? [say('settings.sourceRead', { count: countNights(own, tonight), ago })]
          : [say(`absenceSource.${outcome}`, { name }), ...kept],
    }
  })
}

/** The page where a parent adds a calendar of their own: any of the account but the one with the plan, or an address. */
export function addSourceView({
  calendars,
  selected,
  parent,
  typed,
  ...facts
}: Parameters<typeof sourceViews>[0] & {
  /** Null when they cannot be listed. */
  calendars: readonly CalendarSummary[] | null
  /** The id of the calendar with the plan. */
  selected: string | undefined
  parent: ParentId | undefined
  typed: SourceAttempt
}) {
  const { names, wording } = facts
  const { say } = wording
  const { faults } = typed
  const fieldOf = (id: 'calendar' | 'address', plan: Field) =>
    fieldView(id, plan, { value: typed[id], faults })
  const choices = (calendars ?? [])
    .filter(({ id }) => id !== selected)
    .toSorted((one, other) => wording.compare(one.name, other.name))
    .map(({ id, name }) => ({ value: id, label: name }))
  return {
    title: say('settings.addSource'),
    sources: sourceViews(facts),
    unlisted: calendars === null,
    who: parent === undefined ? '' : say('settings.sourceWho', { name: names[parent] }),
    /** Null where there is none, or none can be listed. */
    calendar:
      choices.length === 0
        ? null
        : fieldOf('calendar', {
            label: say('settings.sourceCalendar'),
            input: 'choice',
            choices: [{ value: '', label: say('settings.choose') }, ...choices],
          }),
    address: fieldOf('address', {
      label: say('settings.sourceAddress'),
      hint: say('settings.sourceAddressHint'),
    }),
    trouble: faults.map(({ field, text }) => ({ id: field, text })),
  }
}
