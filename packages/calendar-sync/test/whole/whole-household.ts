import type { CalendarPort } from '@night-routine/calendar'
import {
  readCalendar,
  readCalendarEvents,
  saveCalendar,
  saveToken,
} from '@night-routine/database/calendar'
import {
  householdTransaction,
  transaction,
  type Transaction,
} from '@night-routine/database/connection'
import {
  claimJob,
  dueJobs,
  failJob,
  finishJob,
  requestJob,
  type JobKind,
} from '@night-routine/database/jobs'
import { readNights, type FirstValues } from '@night-routine/database/nights'
import type { EmulatorEvent } from '@night-routine/google-emulator'
import {
  createPace,
  finishDisconnecting,
  keepChannel,
  pullCalendar,
  pushCalendar,
} from '@night-routine/calendar-sync'
import {
  planHousehold,
  readHouseholdSettings,
  saveHouseholdSettings,
  tonight,
  type HouseholdSettings,
  readSettings,
} from '@night-routine/household'
import type { Test } from 'tap'
import { alex, schedule, seededDatabase } from '@night-routine/testing/household'
import { receiver } from '../channel/receiver.ts'
import { connectedProvider, consent, keys } from '../connected-provider.ts'

export const roles = { 'alex@example.com': 'owner', 'robin@example.com': 'writer' } as const
const calendarIds = ['family', 'second'] as const

/** Requests the same jobs as `POST /calendars/select` and a sign-in through "Reconnect". */
async function requestAll(trx: Transaction): Promise<void> {
  for (const kind of ['channel', 'pull', 'push'] as const) await requestJob(trx, kind)
}

/**
 * A household with all jobs of its calendars, run from their job requests as the worker does, in either order.
 * `second` is another calendar of both parents.
 */
export async function wholeHousehold(
  t: Test,
  first: Partial<FirstValues> = {},
  start = Temporal.Instant.from('2026-11-20T18:00:00Z'),
) {
  const db = await seededDatabase(t, { lookAheadDays: 8, ...first })
  const provider = await connectedProvider(t, db)
  const { control, emulator, signIn } = provider
  await control.saveCalendar({ id: 'second', summary: 'Second', roles })
  const { address } = await receiver(t, db)
  let now = start
  const calls = { guard: () => {}, calendar: provider.calendar }
  const pace = createPace({ burst: 10_000, unitsPerSecond: 1000 })

  const plan = () => householdTransaction(db, trx => planHousehold(trx, { now, actor: schedule }))
  const jobs: Record<string, () => Promise<unknown>> = {
    channel: async () => {
      const { calendar } = calls
      // A channel lives by the provider's clock, which started with the machine's.
      const at = Temporal.Now.instant().add(start.until(now))
      await keepChannel({ db, calendar, address, now: at, check: () => {} })
      await finishDisconnecting({ db, keys, grants: signIn, now, check: () => {} })
    },
    plan,
    pull: () => pullCalendar({ db, calendar: calls.calendar, now, check: () => {} }),
    push: () =>
      pushCalendar({
        db,
        calendar: calls.calendar,
        now,
        publicUrl: 'http://localhost:8080',
        rules: { pace, guard: () => calls.guard(), maxCalls: 500 },
      }),
  }

  /** Runs one kind of work if it is requested; returns false otherwise. */
  async function run(kind: JobKind): Promise<boolean> {
    const claim = await claimJob(db, kind, { leaseSeconds: 30 })
    if (!claim) return false
    try {
      await jobs[kind]?.()
    } catch (error) {
      const failure = { code: 'status.failed', facts: {} }
      await failJob(db, claim, { failure, waitSeconds: 0, waitRequired: true })
      throw error
    }
    await finishJob(db, claim)
    return true
  }

  /** Runs all requested work until none is left; failed work waits, and its error is thrown at the end. */
  async function waitUntilIdle({ reversed = false } = {}): Promise<void> {
    const failed = new Map<JobKind, unknown>()
    for (let round = 0; round < 12; round += 1) {
      const due = (await dueJobs(db)).filter(kind => !failed.has(kind))
      if (due.length === 0) break
      for (const kind of reversed ? due.toReversed() : due)
        await run(kind).catch((error: unknown) => failed.set(kind, error))
      if (round === 11) throw new Error('the work never ends')
    }
    for (const error of failed.values()) throw error
  }

  const select = (calendarId: string) =>
    householdTransaction(db, async trx => {
      await saveCalendar(trx, { calendarId, calendarName: calendarId })
      await planHousehold(trx, { now, actor: alex })
      await requestAll(trx)
    })

  const ours = async (calendarId: string) =>
    (await control.events(calendarId)).filter(
      ({ status, extendedProperties }) =>
        status !== 'cancelled' && extendedProperties?.private?.['app'] === 'night-routine',
    )
  const tonightsDate = async () => tonight(await readSettings(db), now)

  await select('family')
  await waitUntilIdle()
  return {
    db,
    ...provider,
    calls,
    run,
    waitUntilIdle,
    select,
    now: () => now,
    tonight: tonightsDate,
    /** Moves the time forward and plans. */
    wait: async (duration: Temporal.DurationLike) => {
      now = now.add(duration)
      await plan()
      await requestJob(db, 'push')
      await waitUntilIdle()
    },
    change: async (change: Partial<HouseholdSettings>) =>
      householdTransaction(db, async trx => {
        const settings = { ...(await readHouseholdSettings(trx)), ...change }
        return saveHouseholdSettings(trx, { settings, now, actor: alex })
      }),
    connect: async (email: string) => {
      const grant = await consent(emulator, signIn, email)
      await transaction(db, async trx => {
        await saveToken(trx, keys, grant)
        await requestAll(trx)
      })
    },
    /** Passes the provider's calls through `change`. */
    through: (change: Partial<CalendarPort>) => {
      calls.calendar = { ...provider.calendar, ...change }
    },
    /** Our past events in every calendar, with every detail. */
    past: async () => {
      const from = (await tonightsDate()).toString()
      const all = await Promise.all(calendarIds.map(ours))
      return all.flat().filter(event => dateOf(event) < from)
    },
    /** "2026-11-20 [Alex]" from tonight on: as planned, and as in each calendar. */
    compare: async () => {
      const from = await tonightsDate()
      const { parents } = await readHouseholdSettings(db)
      const names = { a: parents.a.name, b: parents.b.name, babysitter: 'Kim' }
      const planned = (await readNights(db, from, from.add({ years: 3 }))).flatMap(
        ({ night, caregiver }) =>
          caregiver === null ? [] : `${night.toString()} [${names[caregiver]}]`,
      )
      const shown = async (id: string) =>
        (await ours(id))
          .filter(event => dateOf(event) >= from.toString())
          .map(event => `${dateOf(event)} ${event.summary?.replace(/\].*/, ']') ?? ''}`)
          .toSorted()
      const selected = (await readCalendar(db))?.calendarId ?? 'none'
      const elsewhere = calendarIds.filter(id => id !== selected)
      return {
        planned,
        selected: selected === 'none' ? [] : await shown(selected),
        elsewhere: (await Promise.all(elsewhere.map(shown))).flat(),
      }
    },
    eventId: async (calendarId: string, night: Temporal.PlainDate) =>
      (await readCalendarEvents(db, calendarId, night))[0]?.eventId ?? '',
  }
}

function dateOf({ start }: EmulatorEvent): string {
  return start.date ?? start.dateTime ?? ''
}

export type WholeHousehold = Awaited<ReturnType<typeof wholeHousehold>>

/** Checks that the selected calendar has one event per night from tonight on, and no other calendar has any. */
export async function agrees(t: Test, household: WholeHousehold, message: string): Promise<void> {
  const { planned, selected, elsewhere } = await household.compare()
  t.ok(planned.length > 0, `${message}: there is a plan`)
  t.same(selected, planned, `${message}: one event per night`)
  t.same(elsewhere, [], `${message}: no events elsewhere`)
}
