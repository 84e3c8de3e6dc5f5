import { householdTransaction, type Database } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { saveLastPlannedOn } from '@night-routine/database/nights'
import { isBefore, readSettings, tonight, type Settings } from '@night-routine/household'

/**
 * Whether a plan is due by the update frequency, at the start of its day; none is before the first plan. Intervals are
 * shortened so that at least half of the look-ahead stays planned: with 30 nights, `monthly` plans every 15 days.
 */
export function tickDue(
  settings: Pick<
    Settings,
    'lastPlannedOn' | 'updateFrequency' | 'lookAheadDays' | 'timeZone' | 'dayTurnsAtHour'
  >,
  now: Temporal.Instant,
): boolean {
  const { lastPlannedOn, updateFrequency, lookAheadDays } = settings
  if (lastPlannedOn === null || updateFrequency === 'disabled') return false
  const night = tonight(settings, now)
  // The clock or zone was set back, so that plan reaches too far ahead.
  if (isBefore(night, lastPlannedOn)) return true
  const byFrequency = lastPlannedOn.add(periods[updateFrequency])
  const byHorizon = lastPlannedOn.add({ days: Math.max(1, Math.floor(lookAheadDays / 2)) })
  return !isBefore(night, byFrequency) || !isBefore(night, byHorizon)
}

const periods = { daily: { days: 1 }, weekly: { weeks: 1 }, monthly: { months: 1 } }

/** Requests a plan when one is due, once for all workers. @returns whether it made a job request */
export async function dailyTick(db: Database, now: Temporal.Instant): Promise<boolean> {
  if (!tickDue(await readSettings(db), now)) return false
  return householdTransaction(db, async trx => {
    const settings = await readSettings(trx)
    if (!tickDue(settings, now)) return false
    // The window of nights moves, also where the plan stays as it is.
    for (const kind of ['plan', 'push'] as const) await requestJob(trx, kind)
    await saveLastPlannedOn(trx, tonight(settings, now))
    return true
  })
}
