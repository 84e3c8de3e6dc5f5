import {
  judge,
  pushedMeaning,
  type RemoteEvent,
  type RestoreReason,
  type Verdict,
} from '@night-routine/calendar'
import { lockCalendarEvents, type CalendarEventRow } from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { readNights, type Assignment } from '@night-routine/database/nights'
import {
  openNightTitles,
  readChangeFacts,
  stateOf,
  type CalendarEdit,
} from '@night-routine/household'

/** One of our events as it was read, what we knew of it, and the verdict. */
export interface JudgedEvent {
  row: CalendarEventRow
  remote: RemoteEvent
  /** The stored night. */
  night: Assignment | undefined
  verdict: Verdict
}

export type JudgingFacts = Awaited<ReturnType<typeof readJudgingFacts>>

/** Reads the facts for these events; their rows stay locked until the transaction ends. */
export async function readJudgingFacts(
  trx: Transaction,
  events: readonly RemoteEvent[],
  { calendarId, now }: { calendarId: string; now: Temporal.Instant },
) {
  const ids = events.map(({ eventId }) => eventId)
  const rows = await lockCalendarEvents(trx, calendarId, ids)
  const [first, last] = [rows[0], rows.at(-1)]
  const change = await readChangeFacts(trx, now)
  return {
    rows,
    nights: first && last ? await readNights(trx, first.night, last.night) : [],
    change,
    openTitles: openNightTitles(change.settings.language),
  }
}

/**
 * Judges all events that we know against the same nights, because a person who swapped two titles meant both.
 * Unknown events, including copies of ours, are ignored. The result is in order of nights.
 */
export function judgeEvents(events: readonly RemoteEvent[], facts: JudgingFacts): JudgedEvent[] {
  const { change, openTitles } = facts
  const rows = new Map(facts.rows.map(row => [row.eventId, row]))
  const nights = new Map(facts.nights.map(night => [night.night.toString(), night]))
  const judged = events.flatMap(remote => {
    const row = rows.get(remote.eventId)
    if (row === undefined) return []
    const night = nights.get(row.night.toString())
    const verdict = judge({
      remote,
      known: { ...row, pushedMeaning: pushedMeaning(row.pushedHash) },
      night: stateOf(night),
      names: change.names,
      earlierNames: change.earlierNames,
      babysitters: change.babysitters,
      oldestChangeable: change.oldest,
      openTitles,
    })
    return [{ row, remote, night, verdict }]
  })
  return judged.toSorted((one, two) => Temporal.PlainDate.compare(one.row.night, two.row.night))
}

/** The calendar edit of a verdict, if any. */
export function editOf({ row: { night }, verdict }: JudgedEvent): CalendarEdit[] {
  if (verdict.kind === 'assign') return [{ night, caregiver: verdict.caregiver, babysitter: null }]
  if (verdict.kind === 'babysitter')
    return [{ night, caregiver: 'babysitter', babysitter: { name: verdict.name } }]
  return []
}

/** Why an event has to be written or moved back; null when it may stay. */
export function faultOf(verdict: Verdict): RestoreReason | null {
  if (verdict.kind === 'restore') return verdict.because
  return verdict.kind === 'assign' || verdict.kind === 'babysitter' ? verdict.misplaced : null
}
