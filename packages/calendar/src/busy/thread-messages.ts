import { NotACalendarError, type BusyRequest, type BusyTime, type BusyTimes } from './busy-time.ts'

/** What to give the thread. Threads cannot pass Temporal values to each other, so they travel as texts. */
export function threadRequest(texts: readonly string[], { from, to, ...rest }: BusyRequest) {
  return { texts, from: from.toString(), to: to.toString(), ...rest }
}

export function requestIn({ texts, from, to, ...rest }: ReturnType<typeof threadRequest>) {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  return { texts, request: { from: first, to: last, ...rest } }
}

/** What the thread answers; null for a text that is no calendar. */
export type ThreadReply = {
  busy: { kind: BusyTime['kind']; from: string; to: string }[]
  skipped: BusyTimes['skipped']
} | null

export function reply(read: () => BusyTimes): ThreadReply {
  try {
    const { busy, skipped } = read()
    const sent = busy.map(time => {
      const [from, to] = time.kind === 'days' ? [time.first, time.last] : [time.start, time.end]
      return { kind: time.kind, from: from.toString(), to: to.toString() }
    })
    return { busy: sent, skipped }
  } catch (error) {
    if (error instanceof NotACalendarError) return null
    throw error
  }
}

/** What an answer says. @throws NotACalendarError */
export function busyTimesIn(answer: ThreadReply): BusyTimes {
  if (answer === null) throw new NotACalendarError('not an iCalendar file')
  const busy = answer.busy.map(({ kind, from, to }): BusyTime =>
    kind === 'days'
      ? { kind, first: Temporal.PlainDate.from(from), last: Temporal.PlainDate.from(to) }
      : { kind, start: Temporal.Instant.from(from), end: Temporal.Instant.from(to) },
  )
  return { ...answer, busy }
}
