import { hasChangedLines, type RemoteEvent } from '@night-routine/calendar'
import type {
  CalendarEventRow,
  closeNotices,
  NoticeToRaise,
} from '@night-routine/database/calendar'
import type { HistoryEntry } from '@night-routine/database/nights'
import type { CalendarEditsOutcome } from '@night-routine/household'
import { hasOurSuffix, type KeysBelow } from '@night-routine/wording'
import { faultOf, type JudgedEvent } from './judge-events.ts'
import { knownAfter, knownGone } from './known-after.ts'
import type { FoundEvents } from './read-events.ts'

/** What a pull does in the database, after people's edits were applied to the plan. */
export type PullStep =
  | { kind: 'save-event'; row: CalendarEventRow }
  | { kind: 'mark-listed'; eventIds: string[] }
  | { kind: 'raise-notice'; notice: NoticeToRaise & { kind: NoticeKind } }
  | { kind: 'raise-standing-notice'; notice: NoticeKind; night?: Temporal.PlainDate }
  | { kind: 'close-notices'; notices: NoticeKind[]; nights?: Parameters<typeof closeNotices>[3] }
  | { kind: 'append-history'; entry: Omit<HistoryEntry, 'at' | 'actorKind' | 'actor'> }
  | { kind: 'request-push' }

type NoticeKind = KeysBelow<'notice'>

export interface PullDecision {
  judged: readonly JudgedEvent[]
  /** Edits that replace a choice on a page that the calendar did not show yet. */
  overtaken: ReadonlySet<JudgedEvent>
  /** Edits that the household's rules refuse. */
  refused: CalendarEditsOutcome['refused']
  /** The nights whose event people know as unreadable. */
  unreadableBefore: ReadonlySet<string>
  found: Pick<FoundEvents, 'events' | 'everything' | 'doubtful' | 'unread'>
  /** Our events that no longer exist. */
  gone: readonly CalendarEventRow[]
  /** Our events of the nights that may be changed. */
  ours: readonly CalendarEventRow[]
  /** Whether another installation has nights in this calendar. */
  hasOther: boolean
}

/** The longest part of a title in a notice. */
const shownCharacters = 100

/** The steps that record what was read, tell people what was not followed, and have the calendar corrected. */
export function decidePull(facts: PullDecision): PullStep[] {
  const { judged, gone, found } = facts
  const changed = judged.filter(({ verdict }) => verdict.kind !== 'echo')
  // A full read is the day's comparison: the push looks for nights that the calendar lacks, whatever the reason.
  const isBehind = changed.length + gone.length > 0 || found.everything
  const push: PullStep[] = isBehind ? [{ kind: 'request-push' }] : []
  const listed = judged.filter(({ row }) => row.unlisted).map(({ row }) => row.eventId)
  return [
    ...changed.flatMap(event => stepsFor(event, facts)),
    ...(listed.length > 0 ? [{ kind: 'mark-listed', eventIds: listed } as const] : []),
    // A full read finds the same copies again, and a dismissed notice must stay away.
    ...(found.everything ? [] : copiedNights(facts).map(night => notice('duplicate', night))),
    ...gone.map((row): PullStep => ({ kind: 'save-event', row: knownGone(row) })),
    ...push,
    ...standingNotices(found),
    ...unreadableNights(facts),
    ...otherInstallation(facts),
  ]
}

/** Names the nights whose event cannot be read, until a read shows that it can. */
function unreadableNights({ judged, gone, found, unreadableBefore }: PullDecision): PullStep[] {
  const nights = [
    ...judged.filter(({ remote }) => remote.unreadable).map(({ row }) => row.night),
    ...found.unread.map(({ night }) => night),
  ]
  const others = judged.filter(({ remote }) => !remote.unreadable).map(({ row }) => row.night)
  const read = [...others, ...gone.map(({ night }) => night)]
  return [
    ...nights
      .filter(night => !unreadableBefore.has(night.toString()))
      .map(
        night => ({ kind: 'raise-standing-notice', notice: 'event-unreadable', night }) as const,
      ),
    {
      kind: 'close-notices',
      notices: ['event-unreadable'],
      nights: found.everything ? { butNotOf: nights } : { of: read },
    },
  ]
}

function stepsFor(event: JudgedEvent, facts: PullDecision): PullStep[] {
  const { row, remote } = event
  const { night } = row
  // Written again, and still unreadable: one more write would not help.
  if (remote.unreadable && facts.unreadableBefore.has(night.toString()))
    return [{ kind: 'save-event', row: { ...row, etag: remote.etag } }]
  const refusal = facts.refused.find(refused => refused.night.equals(night))
  const verdict = refusal === undefined ? event.verdict : refusedVerdict(refusal.reason)
  const title = Array.from(remote.summary).slice(0, shownCharacters).join('')
  const steps: PullStep[] = [{ kind: 'save-event', row: knownAfter(row, remote, verdict) }]

  if (facts.overtaken.has(event) && refusal === undefined)
    steps.push(notice('overtaken', night, { title }))
  // A removed event that is there again.
  if (verdict.kind === 'recreate') steps.push(notice('removed-again', night))
  if (event.verdict.kind !== 'recreate' && hasChangedLines(remote))
    steps.push(notice('text-in-the-way', night))
  if (verdict.kind === 'ask') steps.push(...stepsToAsk(night, verdict, title))
  const because = faultOf(verdict)
  if (because === null) return steps
  const date = remote.startDate?.toString() ?? null
  if (!remote.unreadable) steps.push(notice(because, night, { title, date }))
  if (verdict.kind === 'restore') {
    const entry = { action: 'edit-rejected', night, before: null, after: { because, title, date } }
    steps.push({ kind: 'append-history', entry })
  }
  return steps
}

/** Asks whose name was meant; the night stays as it was, and its event is written again. */
function stepsToAsk(
  night: Temporal.PlainDate,
  { name, parent }: Extract<JudgedEvent['verdict'], { kind: 'ask' }>,
  title: string,
): PullStep[] {
  const after = { because: 'near-name', title, asked: name, parent }
  const entry = { action: 'edit-rejected', night, before: null, after }
  return [notice('near-name', night, { asked: name, parent }), { kind: 'append-history', entry }]
}

// The judge applies the same rules, so this covers a household rule that is stricter.
function refusedVerdict(reason: string) {
  const because = reason === 'too-old' ? 'too-old' : 'name-not-allowed'
  return { kind: 'restore', because } as const
}

/** The nights of copies of our events, whose changes are not followed. */
function copiedNights({ found, judged, ours }: PullDecision): Temporal.PlainDate[] {
  const known = new Set(judged.map(({ row }) => row.eventId))
  const nights = new Set(ours.map(({ night }) => night.toString()))
  return found.events.flatMap(event => {
    const { eventId, startDate: night } = event
    if (night === null || known.has(eventId) || !nights.has(night.toString())) return []
    return isCopy(event) ? [night] : []
  })
}

function isCopy({ status, properties, summary }: RemoteEvent): boolean {
  return status !== 'cancelled' && (properties['app'] === 'night-routine' || hasOurSuffix(summary))
}

/** A doubtful read raises a notice, and a trusted one closes it. */
function standingNotices({ doubtful, everything }: PullDecision['found']): PullStep[] {
  const notices: NoticeKind[] = everything ? ['calendar-lost', 'reader-brake'] : ['calendar-lost']
  const closing: PullStep = { kind: 'close-notices', notices }
  return doubtful ? [{ kind: 'raise-standing-notice', notice: 'reader-brake' }, closing] : [closing]
}

// Only a full read shows that it is gone.
function otherInstallation({ hasOther, found }: PullDecision): PullStep[] {
  if (hasOther) return [{ kind: 'raise-standing-notice', notice: 'other-installation' }]
  return found.everything ? [{ kind: 'close-notices', notices: ['other-installation'] }] : []
}

function notice(
  kind: NoticeKind,
  night: Temporal.PlainDate,
  data: NoticeToRaise['data'] = null,
): PullStep {
  return { kind: 'raise-notice', notice: { kind, night, data } }
}
