import {
  householdTransaction,
  type Database,
  type Transaction,
} from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import {
  readAbsences,
  readHistory,
  readNights,
  seedHousehold,
  type Assignment,
  type FirstValues,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import type { Caregiver, Explanation } from '@night-routine/fairness'
import {
  initialSettings,
  planHousehold,
  type Actor,
  type HouseholdSettings,
  type PlanOutcome,
  type StoredNight,
} from '@night-routine/household'

interface Test {
  teardown(fn: () => Promise<void>): unknown
}

export const day = (text: string) => Temporal.PlainDate.from(text)

/** 19:00 in Paris, on 20 November 2026. */
export const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
export const schedule: Actor = { kind: 'schedule', email: null }
export const alex: Actor = { kind: 'person', email: 'alex@example.com' }
export const robin: Actor = { kind: 'person', email: 'robin@example.com' }
export const by = { now, actor: alex }

/** Fewer than a new household has, so that each test plans fewer nights. */
const lookAheadDays = 30

/** A test database with Alex (a) and Robin (b), who look 30 nights ahead. */
export async function seededDatabase(t: Test, first: Partial<FirstValues> = {}): Promise<Database> {
  const { db } = await testDatabase(t)
  await seed(db, first)
  return db
}

/** Writes Alex (a) and Robin (b), who look 30 nights ahead, into empty tables. */
export function seed(db: Database, first: Partial<FirstValues> = {}): Promise<void> {
  const household = { parentA: 'Alex', parentB: 'Robin', timeZone: 'Europe/Paris' }
  return seedHousehold(db, { ...household, lookAheadDays, ...first })
}

/** A household that planned ten days ago and today, and views of it for tests. */
export async function livingHousehold(t: Test, first: Partial<FirstValues> = {}) {
  return startLiving(await seededDatabase(t, first))
}

/** Plans a seeded household ten days ago and today. */
export async function startLiving(db: Database) {
  for (const days of [10, 0]) await planAt(db, now.subtract({ hours: 24 * days }))
  return { db, ...views(db) }
}

/** Plans like the schedule. */
export function planAt(db: Database, at: Temporal.Instant): Promise<PlanOutcome> {
  return householdTransaction(db, trx => planHousehold(trx, { now: at, actor: schedule }))
}

function views(db: Database) {
  const allNights = () => readNights(db, day('2000-01-01'), day('2200-01-01'))
  const history = async () => (await readHistory(db, { limit: 100_000 })).toReversed()
  return {
    /** Makes one change. */
    change: <T>(work: (trx: Transaction) => Promise<T>) => householdTransaction(db, work),
    allNights,
    history,
    /** The nights as people see them: "2026-11-21 a", "… Dana (locked)", "… open". */
    shown: async () => (await allNights()).map(shownNight),
    night: (night: string) => nightOn(db, night),
    absences: () => readAbsences(db),
    pushRequests: async () => {
      const work = await readJobRequests(db)
      return Number(work.find(({ kind }) => kind === 'push')?.requestNumber ?? 0n)
    },
  }
}

export function shownNight({ night, caregiver, babysitter, override }: Assignment): string {
  return `${night.toString()} ${babysitter?.name ?? caregiver ?? 'open'}${override ? ' (locked)' : ''}`
}

/** The stored night of this date. */
export async function nightOn(db: Database, night: string): Promise<Assignment> {
  const [found] = await readNights(db, day(night), day(night))
  if (found === undefined) throw new Error(`${night} is not on record`)
  return found
}

/** The stored night of this date, which a parent does. */
export async function parentsNight(db: Database, night: string) {
  const found = await nightOn(db, night)
  const { caregiver } = found
  if (caregiver !== 'a' && caregiver !== 'b') throw new Error(`${night} has no parent`)
  return { ...found, caregiver }
}

/** Writes an override of a night, without its history. */
export async function fix(db: Database, night: string, caregiver: Caregiver): Promise<void> {
  const babysitter = caregiver === 'babysitter'
  await db
    .updateTable('assignments')
    .set({
      caregiver_type: babysitter ? 'babysitter' : 'parent',
      parent: babysitter ? null : caregiver,
      babysitter_name: babysitter ? 'Grandma' : null,
      reason: 'Override',
      override: true,
    })
    .where('night', '=', Temporal.PlainDate.from(night))
    .execute()
}

export const explanation: Explanation = {
  reason: 'Alternating',
  totals: { a: 3, b: 3 },
  last30: { a: 3, b: 3 },
  streak: { parent: 'b', nights: 1 },
  away: [],
  absence: null,
}

/** A night as stored by planning; a babysitter's is always locked. */
export function stored(
  night: string,
  caregiver: Caregiver | null,
  more: Partial<StoredNight> = {},
): StoredNight {
  const reason = caregiver === null ? null : 'Alternating'
  return {
    night: day(night),
    caregiver,
    override: caregiver === 'babysitter',
    reason,
    explanation: { ...explanation, reason },
    ...more,
  }
}

export { initialSettings }

/** The settings of a household that `seed` wrote. */
export const someSettings: HouseholdSettings = {
  ...initialSettings,
  lookAheadDays,
  timeZone: 'Europe/Paris',
  parents: {
    a: { name: 'Alex', unavailableWeekdays: [], ratherNotWeekdays: [] },
    b: { name: 'Robin', unavailableWeekdays: [], ratherNotWeekdays: [] },
  },
}

/** Values as JSON, because assertions take any two Temporal objects for equal. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)),
  )
}
