import { NotACalendarError } from './busy-errors.ts'
import type { BusyRequest, BusyTime, BusyTimes } from './busy-time.ts'

/** What the thread is given. Threads cannot pass Temporal values to each other. */
interface ThreadRequest {
  texts: readonly string[]
  request: Omit<BusyRequest, 'from' | 'to'> & { from: string; to: string }
}

type SentTime =
  | { kind: 'days'; first: string; last: string }
  | { kind: 'hours'; start: string; end: string }

/** What the thread answers; null for a text that is no calendar. */
export type ThreadReply = (Omit<BusyTimes, 'busy'> & { busy: SentTime[] }) | null

/** What to give the thread. */
export function threadRequest(texts: readonly string[], request: BusyRequest): ThreadRequest {
  const [from, to] = [request.from.toString(), request.to.toString()]
  return { texts, request: { ...request, from, to } }
}

/** What the thread was given. */
export function requestIn({ texts, request }: ThreadRequest): {
  texts: readonly string[]
  request: BusyRequest
} {
  const [from, to] = [request.from, request.to].map(date => Temporal.PlainDate.from(date))
  if (from === undefined || to === undefined) throw new TypeError('no days')
  return { texts, request: { ...request, from, to } }
}

/** The thread's answer. */
export function reply(read: () => BusyTimes): ThreadReply {
  try {
    const { busy, skipped } = read()
    return { busy: busy.map(sentTime), skipped }
  } catch (error) {
    if (error instanceof NotACalendarError) return null
    throw error
  }
}

function sentTime(time: BusyTime): SentTime {
  return time.kind === 'days'
    ? { kind: 'days', first: time.first.toString(), last: time.last.toString() }
    : { kind: 'hours', start: time.start.toString(), end: time.end.toString() }
}

/** What an answer says. @throws NotACalendarError */
export function busyTimesIn(answer: ThreadReply): BusyTimes {
  if (answer === null) throw new NotACalendarError('not an iCalendar file')
  return { ...answer, busy: answer.busy.map(busyTime) }
}

function busyTime(time: SentTime): BusyTime {
  if (time.kind === 'days') {
    const [first, last] = [Temporal.PlainDate.from(time.first), Temporal.PlainDate.from(time.last)]
    return { kind: 'days', first, last }
  }
  const [start, end] = [Temporal.Instant.from(time.start), Temporal.Instant.from(time.end)]
  return { kind: 'hours', start, end }
}
