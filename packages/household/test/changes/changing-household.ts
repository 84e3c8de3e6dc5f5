import {
  householdTransaction,
  readAwayRanges,
  readHistory,
  readNights,
  readWork,
  type Assignment,
  type Database,
  type FirstValues,
  type Transaction,
} from '@night-routine/database'
import { planHousehold, type Author } from '@night-routine/household'
import { schedule, seededDatabase } from '../household.ts'
import { day } from '../planning/stored-nights.ts'

/** 19:00 in Paris, on 20 November 2026. */
export const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
export const alex: Author = { kind: 'person', actor: 'alex@example.com' }
export const robin: Author = { kind: 'person', actor: 'robin@example.com' }
export const by = { now, author: alex }

/** A household that planned ten days ago and today, and what tests look at. */
export async function livingHousehold(
  t: Parameters<typeof seededDatabase>[0],
  first: Partial<FirstValues> = {},
) {
  const db = await seededDatabase(t, first)
  for (const days of [10, 0]) await planAt(db, now.subtract({ hours: 24 * days }))
  return { db, ...views(db) }
}

/** Plans as the schedule does. */
export function planAt(db: Database, at: Temporal.Instant) {
  return householdTransaction(db, trx => planHousehold(trx, { now: at, author: schedule }))
}

function views(db: Database) {
  const allNights = () => readNights(db, day('2000-01-01'), day('2200-01-01'))
  const history = async () => (await readHistory(db, { limit: 100_000 })).toReversed()
  return {
    /** Runs one change. */
    change: <T>(work: (trx: Transaction) => Promise<T>) => householdTransaction(db, work),
    allNights,
    history,
    /** The nights as people see them: "2026-11-21 a", "… Dana (locked)", "… open". */
    shown: async () => (await allNights()).map(shownNight),
    night: (night: string) => nightOn(db, night),
    absences: () => readAwayRanges(db),
    pushRequests: async () => {
      const work = await readWork(db)
      return Number(work.find(({ kind }) => kind === 'push')?.requestNumber ?? 0n)
    },
  }
}

export function shownNight({ night, caregiver, babysitterName, override }: Assignment): string {
  return `${night.toString()} ${babysitterName ?? caregiver ?? 'open'}${override ? ' (locked)' : ''}`
}

/** The night of this date, which must be on record. */
export async function nightOn(db: Database, night: string): Promise<Assignment> {
  const [found] = await readNights(db, day(night), day(night))
  if (found === undefined) throw new Error(`${night} is not on record`)
  return found
}

/** The night of this date, which must be planned for a parent. */
export async function parentsNight(db: Database, night: string) {
  const found = await nightOn(db, night)
  const { caregiver } = found
  if (caregiver !== 'a' && caregiver !== 'b') throw new Error(`${night} has no parent`)
  return { ...found, caregiver }
}
