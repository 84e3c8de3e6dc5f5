import { sessionDays, type Session } from '@night-routine/database'

const touchEveryHours = 1

type Times = Pick<Session, 'createdAt' | 'lastSeenAt'>

/** Whether the session is valid: used in the last 30 days, started in the last 180 (ASVS 5.0 7.3). */
export function isAlive({ createdAt, lastSeenAt }: Times, now: Temporal.Instant): boolean {
  const { idle, absolute } = sessionDays
  return hours(lastSeenAt, now) < idle * 24 && hours(createdAt, now) < absolute * 24
}

/** Whether to record the use of the session; once an hour is enough. */
export function isStale({ lastSeenAt }: Times, now: Temporal.Instant): boolean {
  return hours(lastSeenAt, now) >= touchEveryHours
}

function hours(from: Temporal.Instant, to: Temporal.Instant) {
  return (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000
}
