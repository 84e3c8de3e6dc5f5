import { readNotices } from '@night-routine/database/calendar'
import { clockProblem, type ClockProblem } from '@night-routine/database/clock'
import type { JobFailure } from '@night-routine/database/connection'
import type { JobKind, JobStatus } from '@night-routine/database/jobs'
import { readCalendarStatus, type CalendarStatus } from '@night-routine/database/pulse'
import { zoneOf } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { readPushProgress, type PushProgress } from '@night-routine/calendar-sync'
import { connectionOf, type Connection } from '../../plugins/connection.ts'
import type { WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { failureText } from '../../plugins/failure-text.ts'

/** How things stand, in a sentence; the tone picks the colour. */
export interface StatusLine {
  tone: 'good' | 'working' | 'trouble'
  text: string
  /** How many nights of all are in the calendar, while they are being written. */
  progress?: { done: number; all: number }
}

/** How far one kind of work is. */
type Progress = Omit<JobStatus, 'running'>

export interface StatusFacts {
  connection: Connection
  calendarName: string | null
  jobs: readonly Progress[]
  /** Null while the clock may be right. */
  clock: ClockProblem | null
  /** A planned night has no event in the calendar. */
  lacksNights: boolean
  /** A parent asked to disconnect the calendar, and it is not done yet. */
  disconnecting: boolean
  /** Whether the household publishes its plan. */
  publish: boolean
  /** Whether the provider notifies us of changes in the calendar at once. */
  live: boolean
  /** How far the push that is asked for is; null where none is. */
  progress: PushProgress | null
  now: Temporal.Instant
  timeZone: string
  wording: Wording
}

/** Reads how things stand with the calendar, and what happened in it. */
export async function readStatus(
  context: Pick<WebContext, 'db' | 'keys' | 'provider' | 'providers' | 'publicUrl' | 'clock'>,
  now: Temporal.Instant,
  calendar?: CalendarStatus,
) {
  const { db, publicUrl } = context
  const { grant, ...status } = calendar ?? (await readCalendarStatus(db, now))
  const notices = status.hasNotices ? await readNotices(db) : []
  const push = status.jobs.find(({ kind }) => kind === 'push')
  const isBehind = push !== undefined && push.requestNumber > push.doneNumber
  // Without a request there is nothing to compare.
  const progress = isBehind ? await readPushProgress(db, { now, publicUrl }) : null
  const clock = clockProblem(context.clock, status.seen)
  // A change of the own calendar is here already.
  const live = status.live || context.providers.calendar === 'own'
  return { ...status, live, notices, connection: connectionOf(grant, context), progress, clock }
}

/** The status as its reader sees it, and the revision of the home page. */
export async function statusNow(
  request: FastifyRequest,
  context: Parameters<typeof readStatus>[0],
) {
  const { publish, ...settings } = signedIn(request).settings
  const now = context.clock.now()
  const facts = await readStatus(context, now)
  const shown = { publish, timeZone: zoneOf(settings), now, wording: request.wording }
  return { revision: facts.revision, ...statusLine({ ...facts, ...shown }) }
}

/** The first thing that keeps the calendar from agreeing with the plan, or that nothing does. */
export function statusLine(facts: StatusFacts): StatusLine {
  const { connection, calendarName } = facts
  const { say } = facts.wording
  const of = (kind: JobKind) => facts.jobs.find(status => status.kind === kind)
  const [push, pull] = [of('push'), of('pull')]
  const failed = [of('plan'), push, pull].find(status => status?.lastError)
  if (facts.clock !== null) return trouble(say('status.clock'))
  if (facts.disconnecting) return { tone: 'working', text: say('status.disconnecting') }
  if (connection.state === 'absent') return trouble(say('status.absent'))
  if (connection.state === 'broken') return trouble(say('status.broken'))
  if (calendarName === null) return trouble(say('status.noCalendar'))
  if (failed?.lastError)
    return trouble(
      `${failureText(failed.lastError, facts.wording)} ${nextTry(failed, facts)}`.trim(),
    )
  if (push && lags(push, facts)) return updating(calendarName, facts)
  if (!push?.doneAt)
    return { tone: 'working', text: say('status.nothingWritten', { calendar: calendarName }) }
  const publishing = facts.publish ? of('publish') : undefined
  if (publishing?.lastError) return trouble(publishBehind(publishing, publishing.lastError, facts))
  const checkedAt = later(push.doneAt, pull?.doneAt ?? null)
  const checked = { calendar: calendarName, ago: facts.wording.ago(checkedAt, facts.now) }
  return {
    tone: 'good',
    text: `${say('status.upToDate', checked)} ${say(facts.live ? 'status.live' : 'status.polling')}`,
  }
}

function lags({ requestNumber, doneNumber, doneAt }: Progress, facts: StatusFacts): boolean {
  return requestNumber > doneNumber || (doneAt !== null && facts.lacksNights)
}

function later(one: Temporal.Instant, other: Temporal.Instant | null): Temporal.Instant {
  return other !== null && Temporal.Instant.compare(one, other) < 0 ? other : one
}

function updating(calendar: string, { progress, wording }: StatusFacts): StatusLine {
  const { pending, written: done } = progress ?? { pending: [], written: 0 }
  const all = pending.length + done
  // With nothing left to write it only looks once more.
  if (pending.length === 0)
    return { tone: 'working', text: wording.say('status.updating', { calendar }) }
  const said = wording.say('status.updatingSome', { calendar, done, all })
  return { tone: 'working', text: said, progress: { done, all } }
}

function publishBehind(publishing: Progress, lastError: JobFailure, facts: StatusFacts) {
  const { wording } = facts
  const why = failureText(lastError, wording)
  return [wording.say('status.publishBehind'), why, nextTry(publishing, facts)].join(' ').trim()
}

function trouble(text: string): StatusLine {
  return { tone: 'trouble', text }
}

function nextTry({ nextAttemptAt }: Progress, { now, timeZone, wording }: StatusFacts) {
  if (nextAttemptAt === null || Temporal.Instant.compare(nextAttemptAt, now) <= 0) return ''
  const at = nextAttemptAt.toZonedDateTimeISO(timeZone)
  const time = wording.time(at.toPlainTime())
  const sameDay = at.toPlainDate().equals(now.toZonedDateTimeISO(timeZone).toPlainDate())
  if (sameDay) return wording.say('status.nextTry', { time })
  return wording.say('status.nextTryOn', { time, date: at.toPlainDate() })
}
