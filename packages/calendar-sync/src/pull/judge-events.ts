import { judge, type RemoteEvent, type RestoreReason, type Verdict } from '@night-routine/calendar'
import type { Assignment, EarlierName, CalendarEventRow, ParentId } from '@night-routine/database'
import { pushedMeaning } from '../push/pushed-hash.ts'

/** One of our events as it was read, what we knew of it, and the verdict. */
export interface JudgedEvent {
  row: CalendarEventRow
  remote: RemoteEvent
  verdict: Verdict
}

/**
 * Judges all events that we know against the same nights, because a person who swapped two titles meant both.
 * Unknown events, including copies of ours, are ignored. The result is in order of nights.
 */
export function judgeEvents(facts: {
  events: readonly RemoteEvent[]
  rows: readonly CalendarEventRow[]
  nights: readonly Assignment[]
  names: Record<ParentId, string>
  earlierNames: readonly EarlierName[]
  openTitles: readonly string[]
  oldestChangeable: Temporal.PlainDate
}): JudgedEvent[] {
  const { events, names, earlierNames, openTitles, oldestChangeable } = facts
  const rows = new Map(facts.rows.map(row => [row.eventId, row]))
  const nights = new Map(facts.nights.map(night => [night.night.toString(), night]))
  const judged = events.flatMap(remote => {
    const row = rows.get(remote.eventId)
    if (row === undefined) return []
    const night = nights.get(row.night.toString())
    const verdict = judge({
      remote,
      known: { ...row, pushedMeaning: pushedMeaning(row.pushedHash) },
      night: {
        caregiver: night?.caregiver ?? null,
        babysitterName: night?.babysitterName ?? null,
        override: night?.override ?? false,
      },
      names,
      earlierNames,
      openTitles,
      oldestChangeable,
    })
    return [{ row, remote, verdict }]
  })
  return judged.toSorted((one, two) => Temporal.PlainDate.compare(one.row.night, two.row.night))
}

/** Why an event has to be written or moved back; null when it may stay. */
export function faultOf(verdict: Verdict): RestoreReason | null {
  if (verdict.kind === 'restore') return verdict.because
  return verdict.kind === 'assign' || verdict.kind === 'babysitter' ? verdict.misplaced : null
}
