import { readSync } from '@night-routine/database/calendar'
import {
  householdTransaction,
  type Database,
  type Queryable,
} from '@night-routine/database/connection'
import { readJobRequests, requestJob } from '@night-routine/database/jobs'
import { readAbsenceSources, type AbsenceSource } from '@night-routine/database/nights'
import {
  channelPlan,
  liveChannel,
  readChannelFacts,
  type ChannelFacts,
} from '@night-routine/calendar-sync'

export interface PullState {
  lastPullAt: Temporal.Instant | null
  live: boolean
  first: boolean
}

/** Not every notification is delivered, and without a channel there are none. */
const withChannel = { minutes: 15 }
const withoutChannel = { minutes: 2 }

/** Whether a pull is due. A worker that just started may have missed changes, so its first pull is due sooner. */
export function pullDue({ lastPullAt, live, first }: PullState, now: Temporal.Instant): boolean {
  if (lastPullAt === null) return true
  const wait = waitFor(live && !first)
  const isOver = Temporal.Instant.compare(lastPullAt.add(wait), now) <= 0
  // After the clock is set back, a pull must not wait until it catches up.
  return isOver || Temporal.Instant.compare(lastPullAt, now) > 0
}

const waitFor = (live: boolean) => (live ? withChannel : withoutChannel)

/** Seconds until the next check: `most`, or fewer if the next pull is due before that. */
export function nextPollIn(
  { lastPullAt, live }: Omit<PullState, 'first'>,
  now: Temporal.Instant,
  most: number,
): number {
  if (lastPullAt === null) return most
  const seconds = now.until(lastPullAt.add(waitFor(live))).total('seconds')
  return seconds > 0 ? Math.min(seconds, most) : most
}

export async function readNextPollIn(db: Database, look: Look, most: number): Promise<number> {
  const state = await readPullState(db, await readChannelFacts(db, look))
  return state === null ? most : nextPollIn(state, look.now, most)
}

/** When the selected calendar was read last, and whether it notifies us; null while none is selected. */
async function readPullState(q: Queryable, facts: ChannelFacts) {
  if (facts.calendarId === null) return null
  const { lastPullAt = null } = (await readSync(q, facts.calendarId)) ?? {}
  return { lastPullAt, live: liveChannel(facts) !== undefined }
}

/** Whether a channel has to be opened, renewed or stopped. */
export function channelDue(facts: ChannelFacts): boolean {
  const { open, stop } = channelPlan(facts)
  return open || stop.length > 0
}

const absencesEvery = { hours: 1 }

/** Whether the calendars with absences have to be read: an hour after the last read of any of them. */
export function absencesDue(
  sources: readonly Pick<AbsenceSource, 'checkedAt'>[],
  now: Temporal.Instant,
): boolean {
  return sources.some(({ checkedAt }) => {
    const isOver = Temporal.Instant.compare(checkedAt.add(absencesEvery), now) <= 0
    // After the clock is set back, a read must not wait until it catches up.
    return isOver || Temporal.Instant.compare(checkedAt, now) > 0
  })
}

interface Look extends Pick<ChannelFacts, 'address' | 'now'> {
  first: boolean
}

/** Requests what is due, once for all workers; not again what is pending, because that would end its wait. */
export async function poll(db: Database, look: Look) {
  if ((await dueKinds(db, look)).length === 0) return []
  return householdTransaction(db, async trx => {
    const kinds = await dueKinds(trx, look)
    for (const kind of kinds) await requestJob(trx, kind)
    return kinds
  })
}

async function dueKinds(q: Queryable, look: Look) {
  const facts = await readChannelFacts(q, look)
  const state = await readPullState(q, facts)
  const asked = (await readJobRequests(q)).filter(work => work.requestNumber > work.doneNumber)
  const isDue = {
    absences: absencesDue(await readAbsenceSources(q), look.now),
    channel: channelDue(facts),
    pull: state !== null && pullDue({ ...state, first: look.first }, look.now),
  }
  return (['absences', 'channel', 'pull'] as const).filter(
    kind => isDue[kind] && !asked.some(work => work.kind === kind),
  )
}
