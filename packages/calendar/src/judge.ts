import type { Caregiver, ParentId } from '@night-routine/fairness'
import { eventHash } from './event-hash.ts'
import { eventText, readTitle } from './event-text.ts'
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
  /** Another version, with a person's words that were judged before: only its etag is news. */
  | { kind: 'judged'; etag: string }
  /** A person's spelling of what is planned: it may stay as it is. */
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
 * first, then by what they say; a person's edit is then read. A name that a person wrote wins even
 * where the event was moved as well, so that no wish is lost; a name that had stood there before is no
 * wish of whoever only moves it. The night of an event never changes. An edit of a night before `oldestChangeable` is not followed.
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
  if (words === 'judged') return { kind: 'judged', etag: remote.etag }

  const misplaced = misplacement(remote, known.night)
  if (misplaced !== null && whoseWords(onItsDay(remote, known.night), known) !== 'new')
    return { kind: 'restore', because: misplaced }
  const tooOld = Temporal.PlainDate.compare(known.night, oldestChangeable) < 0
  const wish = readWish(remote.summary, { names, night })
  if (isPlanned(wish, night) && (tooOld || wasShown(night, known, names)))
    return misplaced === null
      ? { kind: 'same', etag: remote.etag }
      : { kind: 'restore', because: misplaced }
  if (tooOld) return { kind: 'restore', because: misplaced ?? 'too-old' }
  if (wish.kind === 'none') return { kind: 'restore', because: misplaced ?? wish.because }
  return { ...wish, misplaced }
}

type Wish =
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
  if (parent !== undefined) return { kind: 'assign', caregiver: parent }
  const wish = { kind: 'babysitter', name } as const
  return bracketed || isPlanned(wish, night) ? wish : { kind: 'none', because: 'unreadable' }
}

function isPlanned(wish: Wish, { caregiver, babysitterName }: JudgedNight): boolean {
  if (wish.kind === 'assign') return wish.caregiver === caregiver
  if (wish.kind === 'none' || caregiver !== 'babysitter') return false
  return sameName(wish.name, babysitterName ?? '')
}

// Whoever writes what is planned by now where something else stood has not just respelt it.
function wasShown(
  { caregiver, babysitterName }: JudgedNight,
  { night, pushedMeaning }: KnownEvent,
  names: Record<ParentId, string>,
): boolean {
  if (caregiver === null || pushedMeaning === null) return pushedMeaning === null
  const { summary } = eventText({ caregiver, names, babysitterName, sentence: '', link: '' })
  const span = { startDate: night, endDate: night.add({ days: 1 }) }
  return pushedMeaning === eventHash({ status: 'confirmed', summary, ...span })
}

function sameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** The event as it would be had nobody moved it. */
function onItsDay(remote: RemoteEvent, night: Temporal.PlainDate): RemoteEvent {
  return { ...remote, startDate: night, endDate: night.add({ days: 1 }), repeats: false }
}

function misplacement(remote: RemoteEvent, night: Temporal.PlainDate): Misplaced | null {
  const { startDate, endDate, repeats } = remote
  if (startDate === null || endDate === null) return 'timed'
  if (!startDate.equals(night) || !endDate.equals(night.add({ days: 1 }))) return 'moved'
  return repeats ? 'repeated' : null
}
