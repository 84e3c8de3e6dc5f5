import { hasChangedLines, type RemoteEvent } from '@night-routine/calendar'
import type { CalendarEventRow, HistoryEntry, NoticeToRaise } from '@night-routine/database'
import { isBefore, type CalendarEditsOutcome } from '@night-routine/household'
import { hasOurSuffix, type KeysBelow } from '@night-routine/wording'
import { faultOf, type JudgedEvent } from './judge-events.ts'
import { knownAfter, knownGone } from './known-after.ts'
import type { FoundEvents } from './read-events.ts'

/** What a pull does in the database, after people's edits were applied to the plan. */
export type PullStep =
  | { kind: 'save-event'; row: CalendarEventRow }
  | { kind: 'raise-notice'; notice: NoticeToRaise & { kind: NoticeKind } }
  | { kind: 'raise-standing-notice'; notice: NoticeKind }
  | { kind: 'close-notices'; notices: NoticeKind[] }
  | { kind: 'append-history'; entry: Omit<HistoryEntry, 'at' | 'actorKind' | 'actor'> }
  | { kind: 'request-push' }

type NoticeKind = KeysBelow<'notice'>

/** What the steps depend on. */
export interface PullDecision {
  judged: readonly JudgedEvent[]
  /** Edits that replace a choice on a page that the calendar did not show yet. */
  overtaken: ReadonlySet<JudgedEvent>
  /** Edits that the household's rules refuse. */
  refused: CalendarEditsOutcome['refused']
  /** How often the event of a night was restored before, for events that are removed now. */
  restoredBefore: ReadonlyMap<string, number>
  found: Pick<FoundEvents, 'events' | 'everything' | 'doubtful'>
  /** Our events that no longer exist. */
  gone: readonly CalendarEventRow[]
  /** All our events in this calendar. */
  ours: readonly CalendarEventRow[]
  oldestChangeable: Temporal.PlainDate
}

/** The longest part of a title in a notice. */
const shownCharacters = 100
/** After this many removals a notice explains what removing an event does not do. */
const removalsToNotice = 3

/** The steps that record what was read, tell people what was not followed, and have the calendar corrected. */
export function decidePull(facts: PullDecision): PullStep[] {
  const { judged, gone, found } = facts
  const changed = judged.filter(({ verdict }) => verdict.kind !== 'echo')
  const push: PullStep[] = changed.length + gone.length > 0 ? [{ kind: 'request-push' }] : []
  return [
    ...changed.flatMap(event => stepsFor(event, facts)),
    // A full read finds the same copies again, and a dismissed notice must stay away.
    ...(found.everything ? [] : copiedNights(facts).map(night => notice('duplicate', night))),
    ...gone.map((row): PullStep => ({ kind: 'save-event', row: knownGone(row) })),
    ...push,
    ...standingNotices(found),
  ]
}

function stepsFor(event: JudgedEvent, facts: PullDecision): PullStep[] {
  const { row, remote } = event
  const { night } = row
  const refusal = facts.refused.find(refused => refused.night.equals(night))
  const verdict = refusal === undefined ? event.verdict : refusedVerdict(refusal.reason)
  const title = Array.from(remote.summary).slice(0, shownCharacters).join('')
  const steps: PullStep[] = [{ kind: 'save-event', row: knownAfter(row, remote, verdict) }]

  if (facts.overtaken.has(event) && refusal === undefined)
    steps.push(notice('overtaken', night, { title }))
  const removals = (facts.restoredBefore.get(night.toString()) ?? 0) + 1
  if (verdict.kind === 'recreate' && removals >= removalsToNotice)
    steps.push(notice('removed-again', night))
  if (event.verdict.kind !== 'recreate' && hasChangedLines(remote))
    steps.push(notice('text-in-the-way', night))
  if (verdict.kind === 'ask') steps.push(...stepsToAsk(night, verdict, title))
  const because = faultOf(verdict)
  if (because === null) return steps
  const date = remote.startDate?.toString() ?? null
  steps.push(notice(because, night, { title, date }))
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
  return [
    notice('near-name', night, { asked: name, parent }),
    {
      kind: 'append-history',
      entry: {
        action: 'edit-rejected',
        night,
        before: null,
        after: { because: 'near-name', title, asked: name, parent },
      },
    },
  ]
}

// The judge applies the same rules, so this covers a household rule that is stricter.
function refusedVerdict(reason: string) {
  const because = reason === 'too-old' ? 'too-old' : 'name-not-allowed'
  return { kind: 'restore', because } as const
}

/** The nights of copies of our events, whose changes are not followed. */
function copiedNights({ found, ours, oldestChangeable }: PullDecision): Temporal.PlainDate[] {
  const known = new Set(ours.map(({ eventId }) => eventId))
  const nights = new Set(ours.map(({ night }) => night.toString()))
  return found.events.flatMap(event => {
    const { eventId, startDate: night } = event
    if (night === null || known.has(eventId) || !nights.has(night.toString())) return []
    return !isBefore(night, oldestChangeable) && isCopy(event) ? [night] : []
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

function notice(
  kind: NoticeKind,
  night: Temporal.PlainDate,
  data: NoticeToRaise['data'] = null,
): PullStep {
  return { kind: 'raise-notice', notice: { kind, night, data } }
}
