import type { CalendarPort, Grants } from '@night-routine/calendar'
import {
  createPace,
  finishDisconnecting,
  keepChannel,
  pullCalendar,
  pushCalendar,
  updateAbsences,
  type PaceClock,
} from '@night-routine/calendar-sync'
import { householdTransaction } from '@night-routine/database/connection'
import { planHousehold } from '@night-routine/household'
import { stopWhenLost, type Job, type KindsOf } from '@night-routine/jobs'
import { notifyJob } from './notify/notify-job.ts'

/** Provider calls of one push: the first 42 nights need 42, and the next run continues the rest. */
const maxCalls = 200

/** What the worker does for each of its kinds of work. */
export function workerJobs(
  options: {
    calendar: CalendarPort
    /** Null for a provider that needs no grant. */
    grants: Pick<Grants, 'revoke'> | null
    /** Where the provider sends notifications; null without a public address. */
    address: string | null
    /** The machine's by default. */
    paceClock?: PaceClock
  } & Parameters<typeof notifyJob>[0],
): Record<KindsOf<'scheduler-worker'>, Job> {
  const { calendar, grants, address, paceClock, ...context } = options
  const { db, keys, publicUrl, clock, logger } = context
  const pace = createPace(calendar.quota, paceClock)
  return {
    async absences(run) {
      const check = stopWhenLost(run)
      for (const source of await updateAbsences({ db, keys, calendar, now: clock.now(), check }))
        logger.info({ ...source }, 'absences read')
    },

    async channel(run) {
      const check = stopWhenLost(run)
      const now = clock.now()
      const outcome = await keepChannel({ db, calendar, address, now, check })
      logger.info({ ...outcome, polling: address === null }, 'channel kept')
      if (await finishDisconnecting({ db, keys, grants, now, check }))
        logger.info({}, 'calendar disconnected')
    },

    notify: notifyJob(context),

    async plan() {
      const actor = { kind: 'schedule', email: null } as const
      const { changed, openNights } = await householdTransaction(db, trx =>
        planHousehold(trx, { now: clock.now(), actor }),
      )
      logger.info({ changed: changed.length, openNights: openNights.length }, 'planned')
    },

    async pull(run) {
      const check = stopWhenLost(run)
      const outcome = await pullCalendar({ db, calendar, now: clock.now(), check })
      logger.info({ ...outcome }, 'pulled')
      return { restSeconds: restAfter(run.requests) }
    },

    async push({ guard, signal }) {
      const rules = { pace, guard, maxCalls, signal }
      const now = clock.now()
      const { writes, reads, skipped } = await pushCalendar({ db, calendar, now, publicUrl, rules })
      logger.info({ writes, reads, skipped: skipped.map(String) }, 'pushed')
    },
  }
}

/** A parent who edits one night may edit the next one right away. */
const leastRestSeconds = 0.5
const restSecondsForEach = 0.1
/** The rest during a steady stream of notifications: 15 pulls a minute. */
const mostRestSeconds = 4

/** Minimum time between two pulls: notifications come in bursts, some from our own writes, and one pull answers all. */
export function restAfter(notifications: number): number {
  return Math.min(mostRestSeconds, Math.max(leastRestSeconds, notifications * restSecondsForEach))
}
