import type { Caregiver, ParentId } from '@night-routine/fairness'
import { eventText, readTitle } from '@night-routine/wording'
import { eventHash } from './event-hash.ts'
import type { RemoteEvent } from './port.ts'
import { sameName } from './same-name.ts'
import { whoseWords, type KnownEvent } from './whose-words.ts'

/** Who does the night of the event; null for a night that nobody does, or that is not planned. */
export interface JudgedNight {
  caregiver: Caregiver | null
  babysitterName: string | null
  /** A person has fixed it. */
  override: boolean
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

/** What a verdict rests on. */
interface JudgeFacts {
  remote: RemoteEvent
  known: KnownEvent
  night: JudgedNight
  names: Record<ParentId, string>
  /** Names that the parents had before, the latest first: they keep meaning them. */
  earlierNames: readonly { parent: ParentId; name: string }[]
  /** What a title says where nobody does the night: in the household's language first, then in others. */
  nobody: readonly string[]
  oldestChangeable: Temporal.PlainDate
}

/**
 * What follows from an event as it stands in the calendar. Ours are told from a person's by etag
 * first, then by what they say; a person's edit is then read. A name that a person wrote wins even
 * where the event was moved as well, so that no wish is lost; a name that had stood there before is no
 * wish of whoever only moves it. The night of an event never changes. An edit of a night before `oldestChangeable` is not followed.
 * Source: design.md section 7, "Judging a human edit"; product brief 6.9.
 */
export function judge(facts: JudgeFacts): Verdict {
  const { remote, known, night, oldestChangeable } = facts
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
  const wish = readWish(remote.summary, facts)
  // A title that names the planned parent in a person's own words fixes the night for that parent.
  const isFixed = tooOld || night.override || wish.kind !== 'assign' || hasOurTitle(facts)
  if (isPlanned(wish, night) && isFixed && (tooOld || wasShown(facts)))
    return misplaced === null
      ? { kind: 'same', etag: remote.etag }
      : { kind: 'restore', because: misplaced }
  if (tooOld) return { kind: 'restore', because: misplaced ?? 'too-old' }
  if (wish.kind === 'nobody') return { kind: 'restore', because: misplaced ?? 'unreadable' }
  if (wish.kind === 'none') return { kind: 'restore', because: misplaced ?? wish.because }
  return { ...wish, misplaced }
}

type Wish =
  | { kind: 'assign'; caregiver: ParentId }
  | { kind: 'babysitter'; name: string }
  | { kind: 'nobody' }
  | { kind: 'none'; because: RestoreReason }

function readWish(summary: string, { names, earlierNames, nobody, night }: JudgeFacts): Wish {
  const title = readTitle(summary)
  if (typeof title === 'string') return { kind: 'none', because: title }
  const { name, bracketed } = title
  const parent =
    (['a', 'b'] as const).find(id => sameName(names[id], name)) ??
    earlierNames.find(earlier => sameName(earlier.name, name))?.parent
  if (parent !== undefined) return { kind: 'assign', caregiver: parent }
  if (nobody.some(one => sameName(one, name))) return { kind: 'nobody' }
  const wish = { kind: 'babysitter', name } as const
  return bracketed || isPlanned(wish, night) ? wish : { kind: 'none', because: 'unreadable' }
}

function isPlanned(wish: Wish, { caregiver, babysitterName }: JudgedNight): boolean {
  if (wish.kind === 'assign') return wish.caregiver === caregiver
  if (wish.kind === 'nobody') return caregiver === null
  if (wish.kind === 'none' || caregiver !== 'babysitter') return false
  return sameName(wish.name, babysitterName ?? '')
}

// Whoever writes what is planned by now where something else stood has not just respelt it.
function wasShown(facts: JudgeFacts): boolean {
  const { night, pushedMeaning } = facts.known
  if (pushedMeaning === null) return true
  const summary = titleOf(facts)
  const span = { startDate: night, endDate: night.add({ days: 1 }) }
  return pushedMeaning === eventHash({ status: 'confirmed', summary, ...span })
}

function hasOurTitle(facts: JudgeFacts): boolean {
  return facts.remote.summary.normalize('NFC').trim() === titleOf(facts).normalize('NFC').trim()
}

/** The title that we would write. */
function titleOf({ night: { caregiver, babysitterName }, names, nobody }: JudgeFacts): string {
  const facts = { caregiver, names, nobody: nobody[0] ?? '', babysitterName }
  return eventText({ ...facts, sentence: '', link: '' }).summary
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
