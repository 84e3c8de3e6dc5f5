import type { Caregiver, ParentId } from '@night-routine/fairness'
import { readTitle } from './event-text.ts'
import type { RemoteEvent } from './port.ts'
import { whoseWords, type KnownEvent } from './whose-words.ts'

/** Who does the night of the event; null for a night that nobody does, or that is not planned. */
export interface JudgedNight {
  caregiver: Caregiver | null
  babysitterName: string | null
}

/** The event no longer fills the one day of its night. */
type Misplaced = 'moved' | 'timed' | 'repeated'

/** Why an edit is not followed. */
export type RestoreReason = Misplaced | 'too-old' | 'unreadable' | 'name-not-allowed'

export type Verdict =
  /** The version that we know already. */
  | { kind: 'echo' }
  /** Another version, with our words: only its etag is news. */
  | { kind: 'ours'; etag: string }
  /** A person's words that say what is planned, or were judged before: only the etag is news. */
  | { kind: 'same'; etag: string }
  /** A person gave the night to a parent; `misplaced`: and the event has to go back to its day. */
  | { kind: 'assign'; caregiver: ParentId; misplaced: Misplaced | null }
  /** A person gave the night to somebody else. */
  | { kind: 'babysitter'; name: string; misplaced: Misplaced | null }
  /** What was changed is not followed; the event is to be written back. */
  | { kind: 'restore'; because: RestoreReason }
  /** A person removed the event; it is to come back. */
  | { kind: 'recreate' }

/**
 * What follows from an event as it stands in the calendar. Ours are told from a person's by etag
 * first, then by what they say; a person's edit is then read. A name that is readable wins even where
 * the event was moved as well, so that no wish is lost; the night of an event never changes. An edit
 * of a night before `oldestChangeable` is not followed.
 * Source: design.md section 7, "Judging a human edit"; product brief 6.9.
 */
export function judge(facts: {
  remote: RemoteEvent
  known: KnownEvent
  night: JudgedNight
  names: Record<ParentId, string>
  oldestChangeable: Temporal.PlainDate
}): Verdict {
  const { remote, known, night, names, oldestChangeable } = facts
  if (remote.etag === known.etag) return { kind: 'echo' }
  if (remote.status === 'cancelled')
    return known.state === 'removed' ? { kind: 'echo' } : { kind: 'recreate' }
  const words = whoseWords(remote, known)
  if (words === 'ours') return { kind: 'ours', etag: remote.etag }
  if (words === 'judged') return { kind: 'same', etag: remote.etag }

  const misplaced = misplacement(remote, known.night)
  const wish = readWish(remote.summary, { names, night })
  if (wish.kind === 'as-planned')
    return misplaced === null
      ? { kind: 'same', etag: remote.etag }
      : { kind: 'restore', because: misplaced }
  if (Temporal.PlainDate.compare(known.night, oldestChangeable) < 0)
    return { kind: 'restore', because: misplaced ?? 'too-old' }
  if (wish.kind === 'none') return { kind: 'restore', because: misplaced ?? wish.because }
  return { ...wish, misplaced }
}

type Wish =
  | { kind: 'as-planned' }
  | { kind: 'assign'; caregiver: ParentId }
  | { kind: 'babysitter'; name: string }
  | { kind: 'none'; because: RestoreReason }

function readWish(
  summary: string,
  { names, night }: { names: Record<ParentId, string>; night: JudgedNight },
): Wish {
  const title = readTitle(summary)
  if (typeof title === 'string') return { kind: 'none', because: title }
  const { name, bracketed } = title
  const parent = (['a', 'b'] as const).find(id => sameName(names[id], name))
  if (parent !== undefined)
    return parent === night.caregiver
      ? { kind: 'as-planned' }
      : { kind: 'assign', caregiver: parent }
  if (night.caregiver === 'babysitter' && sameName(night.babysitterName ?? '', name))
    return { kind: 'as-planned' }
  return bracketed ? { kind: 'babysitter', name } : { kind: 'none', because: 'unreadable' }
}

function sameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

function misplacement(remote: RemoteEvent, night: Temporal.PlainDate): Misplaced | null {
  const { startDate, endDate, repeats } = remote
  if (startDate === null || endDate === null) return 'timed'
  if (!startDate.equals(night) || !endDate.equals(night.add({ days: 1 }))) return 'moved'
  return repeats ? 'repeated' : null
}
