import { eventHash, noteOf, type RemoteEvent, type Verdict } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import { pushedMeaning, writtenMeaning } from '../push/pushed-hash.ts'

/**
 * What the mirror knows once a version of an event has been judged: it is an echo from then on. What
 * we wrote last stays known whatever a person made of it, so that their putting it back is noticed, and
 * what they added to the event is kept for the next time that we write it.
 */
export function knownAfter(row: MirrorRow, remote: RemoteEvent, verdict: Verdict): MirrorRow {
  if (verdict.kind === 'echo') return row
  const note = remote.status === 'cancelled' ? row.note : noteOf(remote)
  const seen = { ...row, etag: remote.etag, note }
  if (verdict.kind === 'judged') return seen
  return {
    ...seen,
    pushedHash: verdict.kind === 'ours' ? hashOnRecord(row, remote) : row.pushedHash,
    judgedMeaning: judgedWords(row, remote, verdict),
    state: stateAfter(row, verdict.kind),
  }
}

// Whoever moves an event, or removes it, has not changed its words: back on its day they are ours, or
// the ones that were judged before.
function judgedWords(row: MirrorRow, remote: RemoteEvent, verdict: Verdict): string | null {
  if (areAPersonsWords(verdict)) return eventHash(remote)
  if (verdict.kind === 'recreate') return row.judgedMeaning
  if (verdict.kind !== 'restore') return null
  const back = { ...remote, startDate: row.night, endDate: row.night.add({ days: 1 }) }
  return eventHash(back) === row.judgedMeaning ? row.judgedMeaning : null
}

function areAPersonsWords(verdict: Verdict): boolean {
  if (verdict.kind === 'restore')
    return verdict.because === 'unreadable' || verdict.because === 'name-not-allowed'
  return verdict.kind === 'same' || verdict.kind === 'assign' || verdict.kind === 'babysitter'
}

function stateAfter(
  { state }: MirrorRow,
  kind: Exclude<Verdict['kind'], 'echo' | 'judged'>,
): MirrorRow['state'] {
  if (kind === 'same') return state === 'adopted' ? 'adopted' : 'present'
  return states[kind]
}

const states = {
  ours: 'present',
  assign: 'adopted',
  babysitter: 'adopted',
  restore: 'rejected',
  recreate: 'deleted',
} as const

/** The calendar knows nothing of the event any more, not even that it was removed. */
export function knownGone(row: MirrorRow): MirrorRow {
  return { ...row, etag: null, judgedMeaning: null, state: 'deleted' }
}

// Of a write whose answer never came, the description is unknown.
function hashOnRecord({ pushedHash }: MirrorRow, remote: RemoteEvent): string | null {
  const meaning = eventHash(remote)
  return pushedMeaning(pushedHash) === meaning ? pushedHash : writtenMeaning(meaning)
}
