import {
  eventHash,
  noteOf,
  pushedMeaning,
  writtenMeaning,
  type RemoteEvent,
  type Verdict,
} from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database/calendar'

/**
 * What we know of an event after a verdict; the same version is an echo from then on. Our last write stays
 * known, so that a person who restores it is noticed. A person's additions are kept for our next write.
 */
export function knownAfter(
  row: CalendarEventRow,
  remote: RemoteEvent,
  verdict: Verdict,
): CalendarEventRow {
  if (verdict.kind === 'echo') return row
  const isEmpty = remote.status === 'cancelled' || remote.unreadable === true
  const note = isEmpty ? row.note : noteOf(remote)
  const seen = { ...row, etag: remote.etag, note }
  if (verdict.kind === 'judged') return seen
  return {
    ...seen,
    pushedHash: verdict.kind === 'ours' ? hashOnRecord(row, remote) : row.pushedHash,
    judgedMeaning: judgedText(row, remote, verdict),
    state: stateAfter(row, verdict.kind),
  }
}

// Moving or removing an event does not change its text: moved back, it is ours or was judged before.
function judgedText(row: CalendarEventRow, remote: RemoteEvent, verdict: Verdict): string | null {
  if (isPersonsText(verdict)) return eventHash(remote)
  if (verdict.kind === 'recreate') return row.judgedMeaning
  if (verdict.kind !== 'restore') return null
  const back = { ...remote, startDate: row.night, endDate: row.night.add({ days: 1 }) }
  return eventHash(back) === row.judgedMeaning ? row.judgedMeaning : null
}

function isPersonsText(verdict: Verdict): boolean {
  if (verdict.kind === 'restore')
    return verdict.because === 'unreadable' || verdict.because === 'name-not-allowed'
  return ['same', 'assign', 'babysitter', 'ask'].includes(verdict.kind)
}

function stateAfter(
  { state }: CalendarEventRow,
  kind: Exclude<Verdict['kind'], 'echo' | 'judged'>,
): CalendarEventRow['state'] {
  if (kind === 'same') return state === 'adopted' ? 'adopted' : 'present'
  return states[kind]
}

const states = {
  ours: 'present',
  assign: 'adopted',
  babysitter: 'adopted',
  ask: 'rejected',
  restore: 'rejected',
  recreate: 'deleted',
} as const

/** What we know of an event that the calendar no longer has, not even as removed. */
export function knownGone(row: CalendarEventRow): CalendarEventRow {
  return { ...row, etag: null, judgedMeaning: null, state: 'deleted' }
}

// The description is unknown when the response to the write was lost.
function hashOnRecord({ pushedHash }: CalendarEventRow, remote: RemoteEvent): string | null {
  const meaning = eventHash(remote)
  return pushedMeaning(pushedHash) === meaning ? pushedHash : writtenMeaning(meaning)
}
