import type { ParentId } from '@night-routine/fairness'
import { eventTitle, readTitle, type Assignee } from '@night-routine/wording'
import { eventHash } from './event-hash.ts'
import type { RemoteEvent } from './port.ts'
import { parentCalled, parentMeant, sameName, type KnownNames } from './same-name.ts'
import { textOrigin, type KnownEvent } from './text-origin.ts'

/** Who does the night of the event; null for an open or unplanned night. */
export interface JudgedNight extends Assignee {
  /** A person decided this night. */
  override: boolean
}

/** The event no longer covers exactly the one day of its night. */
type Misplaced = 'moved' | 'timed' | 'repeated'

export type RestoreReason =
  | Misplaced
  | 'too-old'
  | 'unreadable'
  | 'name-not-allowed'
  | 'event-unreadable'

export type Verdict =
  /** The version that we know. */
  | { kind: 'echo' }
  /** A new version with our text: only its etag changed. */
  | { kind: 'ours'; etag: string }
  /** A new version with a person's text that was judged before: only its etag changed. */
  | { kind: 'judged'; etag: string }
  /** A person's spelling of what is planned. It may stay. */
  | { kind: 'same'; etag: string }
  /** A person gave the night to a parent. With `misplaced`, the event also has to move back to its day. */
  | { kind: 'assign'; caregiver: ParentId; misplaced: Misplaced | null }
  /** A person gave the night to someone else. */
  | { kind: 'babysitter'; name: string; misplaced: Misplaced | null }
  /** The name is almost a parent's, so a person is asked. Until then the edit is refused. */
  | { kind: 'ask'; parent: ParentId; name: string }
  /** The edit is refused; the event has to be written again. */
  | { kind: 'restore'; because: RestoreReason }
  /** A person removed the event; it has to be restored. */
  | { kind: 'recreate' }

interface JudgeFacts extends KnownNames {
  remote: RemoteEvent
  known: KnownEvent
  night: JudgedNight
  /** Titles for an open night: first in the household's language, then in the others. */
  openTitles: readonly string[]
  oldestChangeable: Temporal.PlainDate
}

/**
 * Decides what an event in the calendar means for its night. First it tells our version from a person's, by
 * etag and then by content. A name that a person wrote counts even when the event was moved as well. Moving
 * the event does not choose the name that was there before, and never changes which night it is about. Edits
 * of nights before `oldestChangeable` are refused. `test/judge.test.ts` has the whole table, and
 * docs/decisions/0005-our-writes-and-a-persons-edits.md the reasons.
 */
export function judge(facts: JudgeFacts): Verdict {
  const { remote, known } = facts
  if (remote.etag === known.etag) return { kind: 'echo' }
  if (remote.status === 'cancelled')
    return { kind: ['removing', 'removed'].includes(known.state) ? 'echo' : 'recreate' }
  if (remote.unreadable) return { kind: 'restore', because: 'event-unreadable' }
  const origin = textOrigin(remote, known)
  if (origin === 'ours') return { kind: 'ours', etag: remote.etag }
  if (origin === 'judged') return { kind: 'judged', etag: remote.etag }

  const misplaced = misplacement(remote, known.night)
  if (misplaced !== null && textOrigin(onItsDay(remote, known.night), known) !== 'new')
    return { kind: 'restore', because: misplaced }
  return judgeTitle(facts, misplaced)
}

/** Decides what the title that a person wrote means for the night. */
function judgeTitle(facts: JudgeFacts, misplaced: Misplaced | null): Verdict {
  const { remote, known, night, oldestChangeable } = facts
  const tooOld = Temporal.PlainDate.compare(known.night, oldestChangeable) < 0
  const request = readRequest(remote.summary, facts)
  // The planned parent's name, in a person's own spelling, locks the night for that parent.
  const isFixed = tooOld || night.override || request.kind !== 'assign' || hasOurTitle(facts)
  const isSpelling = lastWriteNamesPlan(facts) && namesOfToday(request, facts)
  if (isPlanned(request, night) && isFixed && (tooOld || isSpelling))
    return misplaced === null
      ? { kind: 'same', etag: remote.etag }
      : { kind: 'restore', because: misplaced }
  if (tooOld) return { kind: 'restore', because: misplaced ?? 'too-old' }
  if (request.kind === 'open') return { kind: 'restore', because: misplaced ?? 'unreadable' }
  if (request.kind === 'invalid') return { kind: 'restore', because: misplaced ?? request.because }
  return request.kind === 'ask' ? request : { ...request, misplaced }
}

type TitleRequest =
  | { kind: 'assign'; caregiver: ParentId }
  | { kind: 'babysitter'; name: string }
  | { kind: 'ask'; parent: ParentId; name: string }
  | { kind: 'open' }
  | { kind: 'invalid'; because: RestoreReason }

function readRequest(summary: string, facts: JudgeFacts): TitleRequest {
  const { openTitles, night } = facts
  const title = readTitle(summary)
  if (typeof title === 'string') return { kind: 'invalid', because: title }
  const { name, bracketed } = title
  const parent = parentCalled(name, facts)
  if (parent !== undefined) return { kind: 'assign', caregiver: parent }
  if (openTitles.some(one => sameName(one, name))) return { kind: 'open' }
  const request = { kind: 'babysitter', name } as const
  if (isPlanned(request, night)) return request
  const meant = parentMeant(name, facts)
  if (meant !== undefined) return { kind: 'ask', parent: meant, name }
  return bracketed ? request : { kind: 'invalid', because: 'unreadable' }
}

function isPlanned(request: TitleRequest, { caregiver, babysitter }: JudgedNight): boolean {
  if (request.kind === 'assign') return request.caregiver === caregiver
  if (request.kind === 'open') return caregiver === null
  if (request.kind !== 'babysitter' || caregiver !== 'babysitter') return false
  return sameName(request.name, babysitter?.name ?? '')
}

// A person who types the planned name where the event showed another one made a choice, not a new spelling.
function lastWriteNamesPlan(facts: JudgeFacts): boolean {
  const { night, pushedMeaning } = facts.known
  return pushedMeaning === null || pushedMeaning === meaningOf(night, facts.night, facts)
}

// An earlier name means the parent, and does not stay: the next write has the name of today.
function namesOfToday(request: TitleRequest, { remote, names }: JudgeFacts): boolean {
  if (request.kind !== 'assign') return true
  const title = readTitle(remote.summary)
  return typeof title !== 'string' && sameName(names[request.caregiver], title.name)
}

function hasOurTitle(facts: JudgeFacts): boolean {
  const ours = titleOf(facts.night, facts).normalize('NFC')
  return facts.remote.summary.normalize('NFC').trim() === ours
}

function titleOf(assignee: Assignee, { names, openTitles }: Titling): string {
  return eventTitle({ ...assignee, names, openTitle: openTitles[0] ?? '' })
}

/** The names in use, and the titles of an open night by language, that of the household first. */
type Titling = Pick<JudgeFacts, 'names' | 'openTitles'>

/** The `eventHash` of the event that we would write for a night. */
export function meaningOf(night: Temporal.PlainDate, assignee: Assignee, titling: Titling): string {
  const summary = titleOf(assignee, titling)
  const span = { startDate: night, endDate: night.add({ days: 1 }) }
  return eventHash({ status: 'confirmed', summary, ...span })
}

/** The event as if it had not been moved. */
function onItsDay(remote: RemoteEvent, night: Temporal.PlainDate): RemoteEvent {
  return { ...remote, startDate: night, endDate: night.add({ days: 1 }), repeats: false }
}

function misplacement(remote: RemoteEvent, night: Temporal.PlainDate): Misplaced | null {
  const { startDate, endDate, repeats } = remote
  if (startDate === null || endDate === null) return 'timed'
  if (!startDate.equals(night) || !endDate.equals(night.add({ days: 1 }))) return 'moved'
  return repeats ? 'repeated' : null
}
