import { syncShapeVersion, type Verdict } from '@night-routine/calendar'
import {
  closeNotices,
  lockMirror,
  raiseStandingNotice,
  readCalendar,
  readSync,
  requestWork,
  saveMirror,
  saveSync,
  type CalendarSync,
  type MirrorRow,
  type NoticeKind,
  type Transaction,
} from '@night-routine/database'
import { carryOut } from './carry-out.ts'
import { tellOfDuplicates } from './duplicates.ts'
import { judgeFound } from './judge-found.ts'
import type { JudgedEvent } from './judge-events.ts'
import { knownGone } from './known-after.ts'
import { learnAfterRestore } from './learn-after-restore.ts'
import type { FoundEvents } from './read-events.ts'

/** What a pull began with. */
export interface PullFacts {
  calendarId: string
  sync: CalendarSync | undefined
  /** The oldest night that may be changed. */
  from: Temporal.PlainDate
  /** What we knew of the calendar before it was read. */
  known: MirrorRow[]
}

/** How many events got which verdict, and how many were gone without a trace. */
export interface Settled {
  verdicts: Partial<Record<Verdict['kind'], number>>
  gone: number
}

/**
 * Settles what was found in the calendar, all of it or nothing, together with the place where the next
 * pull goes on. Does nothing when another calendar was selected meanwhile, or another pull has gone on
 * from the same place: what it found is newer. What a push wrote while we read may be newer as well: then
 * the calendar is read again.
 */
export async function settle(
  trx: Transaction,
  facts: PullFacts,
  { found, now }: { found: FoundEvents; now: Temporal.Instant },
): Promise<Settled> {
  if (await isOvertaken(trx, facts)) return { verdicts: {}, gone: 0 }
  if (await wasWrittenMeanwhile(trx, facts, found)) {
    await requestWork(trx, 'pull')
    return { verdicts: {}, gone: 0 }
  }
  if (found.everything) await learnAfterRestore(trx, facts, { found, now })
  const judged = await judgeFound(trx, found.events, facts)
  await carryOut(trx, judged, now)
  if (!found.everything) await tellOfDuplicates(trx, facts, { events: found.events, now })
  const gone = await noteGone(trx, facts, found)
  await tellOfReading(trx, found, now)
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

/** Of a version that is neither what we knew then nor what we know now, nobody can say whether it is the newest. */
async function wasWrittenMeanwhile(
  trx: Transaction,
  { calendarId, known }: PullFacts,
  { events }: FoundEvents,
): Promise<boolean> {
  const before = new Map(known.map(({ eventId, etag }) => [eventId, etag]))
  const found = new Map(events.map(({ eventId, etag }) => [eventId, etag]))
  const rows = await lockMirror(trx, calendarId, [...found.keys()])
  return rows.some(
    ({ eventId, etag }) => etag !== (before.get(eventId) ?? null) && etag !== found.get(eventId),
  )
}

/** Events that were gone when they were asked for, unless a push has written them since. */
async function noteGone(
  trx: Transaction,
  { calendarId }: PullFacts,
  { gone }: FoundEvents,
): Promise<number> {
  const ids = gone.map(({ eventId }) => eventId)
  const asked = new Map(gone.map(({ eventId, etag }) => [eventId, etag]))
  const rows = (await lockMirror(trx, calendarId, ids)).filter(
    ({ eventId, etag }) => asked.get(eventId) === etag,
  )
  for (const row of rows) await saveMirror(trx, knownGone(row))
  if (rows.length > 0) await requestWork(trx, 'push')
  return rows.length
}

/** A reading that was not believed is told; one that was believed ends what was told before. */
async function tellOfReading(
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
