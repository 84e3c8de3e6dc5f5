import { meaningOf, pushedMeaning, type CalendarPort, type Verdict } from '@night-routine/calendar'
import {
  closeNotices,
  lockCalendarEvents,
  markListed,
  raiseNotice,
  raiseStandingNotice,
  readCalendar,
  readCalendarEvents,
  readStandingNights,
  readSync,
  saveCalendarEvents,
  saveSync,
  type CalendarEventRow,
  type CalendarSync,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { appendHistory, type Assignment } from '@night-routine/database/nights'
import {
  applyCalendarEdits,
  isLockedFor,
  lastChange,
  readSettings,
  tonight,
} from '@night-routine/household'
import { isFrom, isOfOtherInstallation } from '../other-installation.ts'
import { decidePull, type PullStep } from './decide-pull.ts'
import {
  editOf,
  judgeEvents,
  readJudgingFacts,
  type JudgedEvent,
  type JudgingFacts,
} from './judge-events.ts'
import { learnAfterRestore } from './learn-after-restore.ts'
import type { FoundEvents } from './read-events.ts'
import { readoptAfterRestore } from './readopt-after-restore.ts'

export interface PullFacts {
  calendarId: string
  sync: CalendarSync | undefined
  /** The oldest night that may be changed. */
  from: Temporal.PlainDate
  /** What we knew of the calendar before the read. */
  known: CalendarEventRow[]
}

/**
 * Saves the results of a read, together with the next sync token, all or nothing: judges the events, applies
 * people's edits to the plan, and carries out what `decidePull` decides about the rest. Does nothing when another
 * calendar was selected meanwhile, or when another pull was faster. When a push wrote one of the events
 * meanwhile, requests another pull instead.
 * @returns the number of events by verdict, and of events that no longer exist
 */
export async function applyPull(
  trx: Transaction,
  facts: PullFacts,
  read: { found: FoundEvents; now: Temporal.Instant } & Pick<CalendarPort, 'syncShapeVersion'>,
) {
  const { found, now, syncShapeVersion } = read
  if (await isOvertaken(trx, facts)) return { verdicts: {}, gone: 0 }
  if (await wasWrittenMeanwhile(trx, facts, found)) {
    await requestJob(trx, 'pull')
    return { verdicts: {}, gone: 0 }
  }
  if (found.everything) {
    await learnAfterRestore(trx, facts, { found, now })
    await readoptAfterRestore(trx, found)
  }

  const { own, hasOther } = await sortOut(trx, facts, found, now)
  const judging = await readJudgingFacts(trx, own, { ...facts, now })
  const judged = judgeEvents(own, judging)
  const overtaken = await readOvertaken(trx, judged, judging)
  const gone = await lockGone(trx, facts, found)
  const edits = judged.flatMap(editOf)
  const { refused } =
    edits.length === 0
      ? { refused: [] }
      : await applyCalendarEdits(trx, { edits, now, facts: judging.change })
  const { oldest } = judging.change
  const ours = found.everything ? [] : await readCalendarEvents(trx, facts.calendarId, oldest)
  const isUnreadable = found.unread.length > 0 || judged.some(({ remote }) => remote.unreadable)
  const unreadable = isUnreadable ? await readStandingNights(trx, 'event-unreadable') : []
  const steps = decidePull({
    judged,
    overtaken,
    refused,
    unreadableBefore: new Set(unreadable.map(String)),
    gone,
    ours,
    hasOther,
    found: { ...found, events: own },
  })
  for (const step of steps) await carryOut(trx, step, { calendarId: facts.calendarId, now })

  await saveSync(trx, facts.calendarId, {
    lastPullAt: now,
    ...(found.everything && { lastFullAt: now }),
    ...(found.nextSyncToken !== null && {
      syncToken: found.nextSyncToken,
      shapeVersion: syncShapeVersion,
    }),
  })
  return { verdicts: countByKind(judged), gone: gone.length }
}

/** The events without those of another installation, and whether that one has nights from tonight on. */
async function sortOut(
  trx: Transaction,
  { calendarId }: PullFacts,
  { events }: FoundEvents,
  now: Temporal.Instant,
) {
  const settings = await readSettings(trx)
  const ids = events.map(({ eventId }) => eventId)
  const known = { ...settings, calendarId, known: await lockCalendarEvents(trx, calendarId, ids) }
  const { own = [], others = [] } = Object.groupBy(events, event =>
    isOfOtherInstallation(event, known) ? 'others' : 'own',
  )
  const from = tonight(settings, now)
  return { own, hasOther: others.some(event => isFrom(from, event)) }
}

async function isOvertaken(trx: Transaction, { calendarId, sync }: PullFacts): Promise<boolean> {
  if ((await readCalendar(trx))?.calendarId !== calendarId) return true
  const { syncToken = null } = (await readSync(trx, calendarId)) ?? {}
  return syncToken !== (sync?.syncToken ?? null)
}

/** Whether a push wrote one of these events during the read, so that the read may be outdated. */
async function wasWrittenMeanwhile(
  trx: Transaction,
  { calendarId, known }: PullFacts,
  { events }: FoundEvents,
): Promise<boolean> {
  const before = new Map(known.map(({ eventId, etag }) => [eventId, etag]))
  const found = new Map(events.map(({ eventId, etag }) => [eventId, etag]))
  const rows = await lockCalendarEvents(trx, calendarId, [...found.keys()])
  return rows.some(
    ({ eventId, etag }) => etag !== (before.get(eventId) ?? null) && etag !== found.get(eventId),
  )
}

/** The edits that replace a choice that a person made on a page and that the calendar did not show yet. */
async function readOvertaken(
  trx: Transaction,
  judged: readonly JudgedEvent[],
  judging: JudgingFacts,
): Promise<Set<JudgedEvent>> {
  const overtaken = new Set<JudgedEvent>()
  for (const event of judged) {
    const [edit] = editOf(event)
    const { night: chosen } = event
    if (edit === undefined || chosen === undefined) continue
    if (isLockedFor(chosen, edit)) continue
    if (hasReachedCalendar(event, chosen, judging)) continue
    const change = await lastChange(trx, edit.night)
    if (change.some(entry => entry.actorKind === 'person' && entry.night?.equals(edit.night)))
      overtaken.add(event)
  }
  return overtaken
}

/** Whether the calendar showed the choice, in our text or in a person's spelling of it. */
function hasReachedCalendar(
  { row }: JudgedEvent,
  choice: Assignment,
  { change: { names }, openTitles }: JudgingFacts,
): boolean {
  if (row.judgedMeaning !== null && row.state !== 'present') return false
  return pushedMeaning(row.pushedHash) === meaningOf(row.night, choice, { names, openTitles })
}

/** The events that did not exist when they were read, unless a push has written them since. */
async function lockGone(trx: Transaction, { calendarId }: PullFacts, { gone }: FoundEvents) {
  const read = new Map(gone.map(({ eventId, etag }) => [eventId, etag]))
  const rows = await lockCalendarEvents(trx, calendarId, [...read.keys()])
  return rows.filter(({ eventId, etag }) => read.get(eventId) === etag)
}

async function carryOut(
  trx: Transaction,
  step: PullStep,
  { calendarId, now }: { calendarId: string; now: Temporal.Instant },
) {
  if (step.kind === 'save-event') await saveCalendarEvents(trx, step.row)
  else if (step.kind === 'mark-listed') await markListed(trx, calendarId, step.eventIds)
  else if (step.kind === 'raise-notice') await raiseNotice(trx, step.notice, now)
  else if (step.kind === 'raise-standing-notice')
    await raiseStandingNotice(trx, step.notice, now, step.night)
  else if (step.kind === 'close-notices') await closeNotices(trx, step.notices, now, step.nights)
  else if (step.kind === 'request-push') await requestJob(trx, 'push')
  else await appendHistory(trx, [{ at: now, actorKind: 'calendar', actor: null, ...step.entry }])
}

function countByKind(judged: readonly JudgedEvent[]) {
  const counts: Partial<Record<Verdict['kind'], number>> = {}
  for (const { verdict } of judged) counts[verdict.kind] = (counts[verdict.kind] ?? 0) + 1
  return counts
}
