import { eventHash, type RemoteEvent, type Verdict } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import { pushedMeaning, writtenMeaning } from '../push/pushed-hash.ts'

/**
 * What the mirror knows once a version of an event has been judged: it is an echo from then on. What
 * we wrote last stays known whatever a person made of it, so that their putting it back is noticed.
 */
export function knownAfter(row: MirrorRow, remote: RemoteEvent, verdict: Verdict): MirrorRow {
  if (verdict.kind === 'echo') return row
  const seen = { ...row, etag: remote.etag, state: stateAfter(row, verdict.kind) }
  return verdict.kind === 'ours' ? { ...seen, pushedHash: hashOnRecord(row, remote) } : seen
}

function stateAfter(
  { state }: MirrorRow,
  kind: Exclude<Verdict['kind'], 'echo'>,
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
  return { ...row, etag: null, state: 'deleted' }
}

// Of a write whose answer never came, the description is unknown.
function hashOnRecord({ pushedHash }: MirrorRow, remote: RemoteEvent): string | null {
  const meaning = eventHash(remote)
  return pushedMeaning(pushedHash) === meaning ? pushedHash : writtenMeaning(meaning)
}
