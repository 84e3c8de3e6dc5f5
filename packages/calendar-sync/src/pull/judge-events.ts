import { judge, type RemoteEvent, type RestoreReason, type Verdict } from '@night-routine/calendar'
import type { Assignment, EarlierName, MirrorRow, ParentId } from '@night-routine/database'
import { pushedMeaning } from '../push/pushed-hash.ts'

/** One event of ours as it was found, what we knew of it, and what follows. */
export interface JudgedEvent {
  row: MirrorRow
  remote: RemoteEvent
  verdict: Verdict
}

/**
 * Judges every found event that the mirror knows, all of them by the nights as they are now: whoever
 * swapped two titles meant both, whatever the plan would make of the first one. Events that are not
 * in the mirror, copies of ours too, are ignored. In order of nights.
 */
export function judgeEvents(facts: {
  events: readonly RemoteEvent[]
  rows: readonly MirrorRow[]
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

/** Why an event is to be written back, or moved back to its day; null when it may stay as it is. */
export function faultOf(verdict: Verdict): RestoreReason | null {
  if (verdict.kind === 'restore') return verdict.because
  return verdict.kind === 'assign' || verdict.kind === 'babysitter' ? verdict.misplaced : null
}
