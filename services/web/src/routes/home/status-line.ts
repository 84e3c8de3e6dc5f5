import type { Channel, WorkKind, WorkStatus } from '@night-routine/database'
import type { Connection } from '../../connection.ts'

/** How things stand, in a sentence; the tone picks the colour, the words say it. */
export interface StatusLine {
  tone: 'good' | 'working' | 'trouble'
  words: string
}

export interface StatusFacts {
  connection: Connection
  calendarName: string | null
  work: readonly WorkStatus[]
  /** The notification channels of the selected calendar. */
  channels: readonly Pick<Channel, 'state' | 'expiration'>[]
  now: Temporal.Instant
  timeZone: string
}

/** The first thing that keeps the calendar from agreeing with the plan, or that nothing does. */
export function statusLine(facts: StatusFacts): StatusLine {
  const { connection, calendarName, now, timeZone } = facts
  const of = (kind: WorkKind) => facts.work.find(status => status.kind === kind)
  const push = of('push')
  const failed = [of('plan'), push].find(status => status?.lastError)
  if (connection.state === 'absent')
    return trouble('No Google account is connected, so nothing is written to a calendar.')
  if (connection.state === 'broken')
    return trouble('The calendar is not updated until somebody reconnects Google.')
  if (calendarName === null) return trouble('No calendar is selected yet.')
  if (failed?.lastError)
    return trouble(`${failed.lastError} ${nextTry(failed, now, timeZone)}`.trim())
  if (push && push.requestNumber > push.doneNumber)
    return { tone: 'working', words: `Updating “${calendarName}”…` }
  if (!push?.doneAt)
    return { tone: 'working', words: `Nothing was written to “${calendarName}” yet.` }
  return {
    tone: 'good',
    words: `“${calendarName}” is up to date, checked ${ago(push.doneAt, now)}. ${following(facts)}`,
  }
}

function following({ channels, now }: StatusFacts) {
  const live = channels.some(
    ({ state, expiration }) =>
      state === 'live' && expiration !== null && Temporal.Instant.compare(expiration, now) > 0,
  )
  return live ? 'Changes made there are seen live.' : 'Changes made there are seen every 2 minutes.'
}

function trouble(words: string): StatusLine {
  return { tone: 'trouble', words }
}

function nextTry({ nextAttemptAt }: WorkStatus, now: Temporal.Instant, timeZone: string) {
  if (nextAttemptAt === null || Temporal.Instant.compare(nextAttemptAt, now) <= 0) return ''
  const at = nextAttemptAt.toZonedDateTimeISO(timeZone)
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' })
  const sameDay = at.toPlainDate().equals(now.toZonedDateTimeISO(timeZone).toPlainDate())
  return `Next try at ${time}${sameDay ? '' : ` on ${at.toPlainDate().toString()}`}.`
}

function ago(then: Temporal.Instant, now: Temporal.Instant) {
  const minutes = Math.floor(now.since(then).total('minutes'))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return plural(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
}

function plural(count: number, unit: string) {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
