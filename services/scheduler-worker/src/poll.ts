import {
  householdTransaction,
  readSync,
  readWork,
  requestWork,
  type Database,
  type Queryable,
} from '@night-routine/database'
import { channelPlan, readChannelFacts, type ChannelFacts } from '@night-routine/calendar-sync'

/** The work that is asked for because time has passed, and not because somebody did something. */
export type PolledKind = 'channel' | 'pull'

/** What decides whether the calendar should be looked at. */
export interface PullState {
  lastPullAt: Temporal.Instant | null
  /** Whether a live channel tells of changes. */
  live: boolean
  /** Whether this is the first look since the worker began. */
  first: boolean
}

/** Notifications are not all delivered; without a channel there are none at all. */
const withChannel = { minutes: 15 }
const withoutChannel = { minutes: 2 }

/**
 * Whether it is time to look at the calendar: every 15 minutes beside a live channel, every 2 without
 * one (design.md section 6). A worker that begins does not know what it missed, and does not wait for
 * 15 minutes to find out.
 */
export function pullDue({ lastPullAt, live, first }: PullState, now: Temporal.Instant): boolean {
  if (lastPullAt === null) return true
  const wait = live && !first ? withChannel : withoutChannel
  const isOver = Temporal.Instant.compare(lastPullAt.add(wait), now) <= 0
  // A clock that was set back must not end the looking for as long as it had been ahead.
  return isOver || Temporal.Instant.compare(lastPullAt, now) > 0
}

/** Whether there is anything to do about channels: open, renew, or stop one that is of no use. */
export function channelDue(facts: ChannelFacts): boolean {
  const { open, stop } = channelPlan(facts)
  return open || stop.length > 0
}

/** When and where from a poll looks. */
interface Look extends Pick<ChannelFacts, 'address' | 'now'> {
  first: boolean
}

/**
 * Asks for the work whose time has come, once, however many workers ask. Work that was asked for
 * already is left alone: after a failure it waits, and asking again would end that wait.
 * @returns what it asked for
 */
export async function poll(db: Database, look: Look): Promise<PolledKind[]> {
  if ((await dueKinds(db, look)).length === 0) return []
  return householdTransaction(db, async trx => {
    const kinds = await dueKinds(trx, look)
    for (const kind of kinds) await requestWork(trx, kind)
    return kinds
  })
}

async function dueKinds(q: Queryable, look: Look): Promise<PolledKind[]> {
  const facts = await readChannelFacts(q, look)
  const asked = (await readWork(q)).filter(work => work.requestNumber > work.doneNumber)
  const isDue = { channel: channelDue(facts), pull: await isPullDue(q, facts, look) }
  return (['channel', 'pull'] as const).filter(
    kind => isDue[kind] && !asked.some(work => work.kind === kind),
  )
}

async function isPullDue(
  q: Queryable,
  { calendarId, channels }: ChannelFacts,
  { now, first }: Look,
): Promise<boolean> {
  if (calendarId === null) return false
  const { lastPullAt = null } = (await readSync(q, calendarId)) ?? {}
  const live = channels.some(
    channel =>
      channel.state === 'live' &&
      channel.calendarId === calendarId &&
      channel.expiration !== null &&
      Temporal.Instant.compare(channel.expiration, now) > 0,
  )
  return pullDue({ lastPullAt, live, first }, now)
}
