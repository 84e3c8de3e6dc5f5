import {
  startLoop,
  startWorking,
  type Backend,
  type Job,
  type KindsOf,
  type RunningWorker,
} from '@night-routine/jobs'
import { noteClock, readClockProblem } from '@night-routine/database/clock'
import type { Database } from '@night-routine/database/connection'
import { attemptRecords } from '@night-routine/database/credentials'
import { deleteOldDeliveries } from '@night-routine/database/notifications'
import {
  deleteDeadSessions,
  deleteOldInvitations,
  deleteOldNetworks,
} from '@night-routine/database/people'
import type { ChannelId } from '@night-routine/notifications'
import type { Clock, Logger } from '@night-routine/service'
import { dailyTick } from './daily-tick.ts'
import { failureOf } from './failure.ts'
import { startAnnouncing } from './home-assistant/announce.ts'
import { readMessages } from './home-assistant/read-messages.ts'
import { notifyTick } from './notify/notify-tick.ts'
import { poll, readNextPollIn } from './poll.ts'

const tickSeconds = 60
const pollSeconds = 30
const notifySeconds = 20
const purgeSeconds = 3600

/** Starts what triggers work. Wake-ups only save time: without the queue the sweep finds all work. */
export function startSchedule(options: {
  db: Database
  backend: Backend
  jobs: Record<KindsOf<'scheduler-worker'>, Job>
  /** Where the provider sends notifications; null without a public address. */
  address: string | null
  /** The channels that people can choose here. */
  setUp: readonly ChannelId[]
  /** The broker of Home Assistant; null without one. */
  homeAssistant: { url: string; prefix: string; publicUrl: string } | null
  clock: Clock
  logger: Logger
  sweepSeconds: number
  leaseSeconds: number
}): RunningWorker {
  const { db, address, setUp, homeAssistant, clock, logger } = options
  const mayRun = async () => (await readClockProblem(db, clock)) === null
  const working = startWorking({
    ...options,
    mayRun,
    // A plan also requests a publish, if publishing is on.
    elsewhere: ['publish'],
    failureOf,
  })
  const every = (everySeconds: number, name: string, work: () => Promise<number | void>) =>
    startLoop({ name, everySeconds, logger, work: async () => (await work()) ?? everySeconds })
  const ticking = every(tickSeconds, 'daily tick', async () => {
    if (!(await mayRun())) logger.error('the clock cannot be right, so all work waits')
    else if (await dailyTick(db, clock.now())) void working.wake('plan')
  })
  const notifying = every(notifySeconds, 'notifications', async () => {
    if (await notifyTick(db, { now: clock.now(), setUp })) void working.wake('notify')
  })
  let first = true
  const polling = every(pollSeconds, 'poll', async () => {
    const look = { address, now: clock.now(), first }
    for (const kind of await poll(db, look)) void working.wake(kind)
    first = false
    return readNextPollIn(db, look, pollSeconds)
  })
  const purging = every(purgeSeconds, 'purge', async () => {
    if (!(await mayRun())) return tickSeconds
    await noteClock(db, clock.now())
    const purged = await deleteDeadSessions(db, clock.now())
    if (purged > 0) logger.info({ purged }, 'expired sessions deleted')
    await deleteOldInvitations(db, clock.now())
    await deleteOldDeliveries(db, clock.now())
    await attemptRecords(db).deleteOldAttempts(clock.now())
    await deleteOldNetworks(db, clock.now())
    return purgeSeconds
  })
  const parts: { close(): Promise<void> }[] = [working, ticking, notifying, polling, purging]
  if (homeAssistant !== null) {
    const read = () => readMessages(db, { ...homeAssistant, now: clock.now() })
    parts.push(startAnnouncing({ url: homeAssistant.url, read, logger }))
  }

  return {
    sinceSweep: () => working.sinceSweep(),
    close: async () => {
      await Promise.all(parts.map(part => part.close()))
    },
  }
}
