import { eventHash, type RemoteEvent, type Verdict } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import { pushedMeaning, writtenMeaning } from '../push/pushed-hash.ts'

/**
 * What the mirror knows once a version of an event has been judged: it is an echo from then on. What
 * we wrote last stays known whatever a person made of it, so that their putting it back is noticed.
 */
export function knownAfter(row: MirrorRow, remote: RemoteEvent, verdict: Verdict): MirrorRow {
  const { kind } = verdict
  if (kind === 'echo') return row
  const stays = kind === 'same' || kind === 'assign' || kind === 'babysitter'
  return {
    ...row,
    etag: remote.etag,
    pushedHash: kind === 'ours' ? hashOnRecord(row, remote) : row.pushedHash,
    judgedMeaning: stays ? eventHash(remote) : null,
    state: stateAfter(row, kind),
  }
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
  return { ...row, etag: null, judgedMeaning: null, state: 'deleted' }
}

// Of a write whose answer never came, the description is unknown.
function hashOnRecord({ pushedHash }: MirrorRow, remote: RemoteEvent): string | null {
  const meaning = eventHash(remote)
  return pushedMeaning(pushedHash) === meaning ? pushedHash : writtenMeaning(meaning)
}
