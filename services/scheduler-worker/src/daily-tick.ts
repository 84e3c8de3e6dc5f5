import {
  householdTransaction,
  readSettings,
  requestWork,
  saveLastPlannedOn,
  type Database,
  type Settings,
} from '@night-routine/database'
import { tonight } from '@night-routine/household'

/**
 * Whether the nights should be planned on: by the household's update frequency, when its day turns in
 * its zone, also when that time passed while nobody was running. A week or month is cut short so that
 * at least half of the look-ahead stays planned: with 30 nights, `monthly` plans every 15 days.
 * Nothing is planned before people planned for the first time, and nothing when it is `disabled`.
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
  // A clock or zone was set back: what was planned on that day was planned too far ahead by now.
  if (isBefore(night, lastPlannedOn)) return true
  const byFrequency = lastPlannedOn.add(periods[updateFrequency])
  const byHorizon = lastPlannedOn.add({ days: Math.max(1, Math.floor(lookAheadDays / 2)) })
  return !isBefore(night, byFrequency) || !isBefore(night, byHorizon)
}

const periods = { daily: { days: 1 }, weekly: { weeks: 1 }, monthly: { months: 1 } }

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}

/**
 * Asks for a plan when one is due, once, however many workers ask; a restart forgets nothing.
 * @returns whether it asked
 */
export async function dailyTick(db: Database, now: Temporal.Instant): Promise<boolean> {
  if (!tickDue(await readSettings(db), now)) return false
  return householdTransaction(db, async trx => {
    const settings = await readSettings(trx)
    if (!tickDue(settings, now)) return false
    await requestWork(trx, 'plan')
    await saveLastPlannedOn(trx, tonight(settings, now))
    return true
  })
}
