import { syncShapeVersion, type Verdict } from '@night-routine/calendar'
import {
  closeNotices,
  lockCalendarEvents,
  raiseStandingNotice,
  readCalendar,
  readSync,
  requestJob,
  saveCalendarEvents,
  saveSync,
  type CalendarSync,
  type CalendarEventRow,
  type NoticeKind,
  type Transaction,
} from '@night-routine/database'
import { carryOut } from './carry-out.ts'
import { noticeDuplicates } from './duplicates.ts'
import { judgeFound } from './judge-found.ts'
import type { JudgedEvent } from './judge-events.ts'
import { knownGone } from './known-after.ts'
import { learnAfterRestore } from './learn-after-restore.ts'
import type { FoundEvents } from './read-events.ts'

/** The facts when a pull started. */
export interface PullFacts {
  calendarId: string
  sync: CalendarSync | undefined
  /** The oldest night that may be changed. */
  from: Temporal.PlainDate
  /** What we knew of the calendar before the read. */
  known: CalendarEventRow[]
}

/** The number of events by verdict, and of events that no longer exist. */
export interface Settled {
  verdicts: Partial<Record<Verdict['kind'], number>>
  gone: number
}

/**
 * Saves the results of a read, together with the next sync token, all or nothing. Does nothing when another
 * calendar was selected meanwhile, or when another pull was faster. When a push wrote one of the events
 * meanwhile, requests another pull instead.
 */
export async function settle(
  trx: Transaction,
  facts: PullFacts,
  { found, now }: { found: FoundEvents; now: Temporal.Instant },
): Promise<Settled> {
  if (await isOvertaken(trx, facts)) return { verdicts: {}, gone: 0 }
  if (await wasWrittenMeanwhile(trx, facts, found)) {
    await requestJob(trx, 'pull')
    return { verdicts: {}, gone: 0 }
  }
  if (found.everything) await learnAfterRestore(trx, facts, { found, now })
  const judged = await judgeFound(trx, found.events, facts)
  await carryOut(trx, judged, now)
  if (!found.everything) await noticeDuplicates(trx, facts, { events: found.events, now })
  const gone = await recordGone(trx, facts, found)
  await noticeReading(trx, found, now)
  await saveSync(trx, facts.calendarId, {
    lastPullAt: now,
    ...(found.everything && { lastFullAt: now }),
    ...(found.nextSyncToken !== null && {
      syncToken: found.nextSyncToken,
      shapeVersion: syncShapeVersion,
    }),
  })
  return { verdicts: countByKind(judged), gone }
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

/** Records events that did not exist when they were read, unless a push has written them since. */
async function recordGone(
  trx: Transaction,
  { calendarId }: PullFacts,
  { gone }: FoundEvents,
): Promise<number> {
  const ids = gone.map(({ eventId }) => eventId)
  const asked = new Map(gone.map(({ eventId, etag }) => [eventId, etag]))
  const rows = (await lockCalendarEvents(trx, calendarId, ids)).filter(
    ({ eventId, etag }) => asked.get(eventId) === etag,
  )
  for (const row of rows) await saveCalendarEvents(trx, knownGone(row))
  if (rows.length > 0) await requestJob(trx, 'push')
  return rows.length
}

/** Raises a notice about a doubtful read; a trusted read closes it. */
async function noticeReading(
  trx: Transaction,
  { doubtful, everything }: FoundEvents,
  now: Temporal.Instant,
): Promise<void> {
  if (doubtful) await raiseStandingNotice(trx, 'reader-brake', now)
  const over: NoticeKind[] = everything ? ['calendar-lost', 'reader-brake'] : ['calendar-lost']
  await closeNotices(trx, over, now)
}

function countByKind(judged: readonly JudgedEvent[]): Settled['verdicts'] {
  const counts: Settled['verdicts'] = {}
  for (const { verdict } of judged) counts[verdict.kind] = (counts[verdict.kind] ?? 0) + 1
  return counts
}
