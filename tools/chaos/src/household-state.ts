import { setTimeout as sleep } from 'node:timers/promises'
import { readCalendar } from '@night-routine/database/calendar'
import { isDatabaseAway, type Database } from '@night-routine/database/connection'
import {
  readHistory,
  readNights,
  readParents,
  type Assignment,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { oldestChangeable, tonight, readSettings } from '@night-routine/household'
import type { Decision } from './model.ts'

const longAgo = Temporal.PlainDate.from('2000-01-01')
const farAhead = Temporal.PlainDate.from('2200-01-01')

/** Retries while the database restarts. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries > 100 || !isDatabaseAway(error)) throw error
      await sleep(200)
    }
}

/** The current state of the household. */
export async function readState(db: Database) {
  return patiently(async () => {
    const settings = await readSettings(db)
    const parents = await readParents(db)
    const now = Temporal.Now.instant()
    return {
      settings,
      names: { a: parents.a.name ?? '', b: parents.b.name ?? '' },
      tonight: tonight(settings, now),
      oldest: oldestChangeable(settings, now),
      calendarId: (await readCalendar(db))?.calendarId ?? '',
    }
  })
}

/** Every stored night, in order. */
export async function allNights(db: Database): Promise<Assignment[]> {
  return patiently(() => readNights(db, longAgo, farAhead))
}

/** The night of a date, if it is stored. */
export async function nightOn(db: Database, night: Temporal.PlainDate) {
  return (await patiently(() => readNights(db, night, night)))[0]
}

/** The whole history, oldest entry first. */
export async function allHistory(db: Database): Promise<RecordedEntry[]> {
  return (await patiently(() => readHistory(db, { limit: 10_000_000 }))).toReversed()
}

/** What people decided about a night, in the model's form. */
export function decisionOf(
  state: Pick<Assignment, 'caregiver' | 'babysitter' | 'override'> | undefined,
): Decision {
  if (!state?.override) return 'free'
  // In the calendar people write names as they like.
  const name = state.babysitter?.name.toLowerCase()
  return state.caregiver === 'babysitter' ? `sitter:${name}` : `${state.caregiver}`
}
