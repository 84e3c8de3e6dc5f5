import type { Assignment } from '@night-routine/database/nights'
import type { EmulatorEvent } from '@night-routine/google-emulator'

/** Who does a night. */
type Night = Pick<Assignment, 'night' | 'caregiver' | 'babysitter'>

/** The nights and the calendars that have to agree. */
export interface Snapshot {
  nights: readonly Night[]
  names: Record<'a' | 'b', string>
  tonight: Temporal.PlainDate
  /** The oldest night that can still be changed; the events of earlier nights keep their text. */
  oldest: Temporal.PlainDate
  /** The selected calendar. */
  calendarId: string
  /** The events of each calendar, without those that people created. */
  calendars: ReadonlyMap<string, readonly EmulatorEvent[]>
}

/**
 * Where database and calendar do not agree: each night ahead that somebody does has exactly one event,
 * on its day, with that name; past ones have one at most; no other calendar has any ahead.
 */
export function disagreements(snapshot: Snapshot): string[] {
  const { nights, tonight, calendarId, calendars } = snapshot
  const problems: string[] = []
  const byNight = new Map(nights.map(night => [night.night.toString(), night]))
  for (const [calendar, events] of calendars) {
    const ours = events.filter(isOurs)
    if (calendar !== calendarId) {
      const left = ours.filter(event => nightOf(event) >= tonight.toString())
      problems.push(...left.map(event => `${nightOf(event)} is still in calendar ${calendar}`))
      continue
    }
    for (const [night, found] of Map.groupBy(ours, nightOf)) {
      if (found.length > 1) problems.push(`${night} has ${found.length} events`)
      for (const event of found)
        problems.push(...faultsOf(event, { night, planned: byNight.get(night), snapshot }))
    }
    const shown = new Set(ours.map(nightOf))
    for (const { night } of nights)
      if (Temporal.PlainDate.compare(night, tonight) >= 0)
        if (!shown.has(night.toString())) problems.push(`${night.toString()} has no event`)
  }
  return problems
}

function faultsOf(
  { summary = '', start, end }: EmulatorEvent,
  {
    night,
    planned,
    snapshot: { names, tonight, oldest },
  }: { night: string; planned: Night | undefined; snapshot: Snapshot },
): string[] {
  const faults: string[] = []
  const day = Temporal.PlainDate.from(night)
  if (start.date !== night || end.date !== day.add({ days: 1 }).toString())
    faults.push(`the event of ${night} is on ${start.date ?? start.dateTime ?? 'no day'}`)
  if (Temporal.PlainDate.compare(day, oldest) < 0) return faults
  const who = whoOf(planned, names)
  // A past night that is not stored may keep the event that it had when it was planned.
  if (who === undefined && Temporal.PlainDate.compare(day, tonight) < 0) return faults
  if (who === undefined) return [...faults, `${night} has an event, but no caregiver is planned`]
  const said = /^\s*\[([^\]]*)\]/.exec(summary)?.[1]?.trim().toLowerCase()
  if (said !== who.toLowerCase()) faults.push(`${night} says "${summary}", and ${who} does it`)
  return faults
}

function whoOf(planned: Night | undefined, names: Snapshot['names']): string | undefined {
  if (planned === undefined) return undefined
  if (planned.caregiver === null) return 'No one yet'
  if (planned.caregiver === 'babysitter') return planned.babysitter?.name ?? ''
  return names[planned.caregiver]
}

function isOurs({ status, extendedProperties }: EmulatorEvent): boolean {
  return status === 'confirmed' && extendedProperties?.private?.['app'] === 'night-routine'
}

function nightOf({ extendedProperties }: EmulatorEvent): string {
  return extendedProperties?.private?.['night'] ?? ''
}
