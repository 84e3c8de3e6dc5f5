import type { CalendarPort } from '@night-routine/calendar'
import { transaction, type Database } from '@night-routine/database/connection'
import { removeNights, saveNights, type ParentId } from '@night-routine/database/nights'
import type { EmulatorEvent } from '@night-routine/google-emulator'
import { createPace, pushCalendar, type Pace } from '@night-routine/calendar-sync'
import { connectedProvider } from '../connected-provider.ts'
import { explanation, seededDatabase } from '@night-routine/testing/household'

export const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
export const firstNight = Temporal.PlainDate.from('2026-11-20')

type Test = Parameters<typeof seededDatabase>[0]

/** A connected household with `nights` planned nights from tonight on, and nothing pushed yet. */
export async function plannedHousehold(t: Test, { nights }: { nights: number }) {
  const db = await seededDatabase(t)
  const provider = await connectedProvider(t, db)
  await plan(
    db,
    Array.from({ length: nights }, (_, index) => (index % 2 === 0 ? 'a' : 'b')),
  )
  return { db, ...provider, push: pusher(db, provider) }
}

/** Stores these parents from tonight on; null is an open night. */
export async function plan(db: Database, parents: (ParentId | null)[]): Promise<void> {
  const nights = parents.map((caregiver, index) => {
    const reason = caregiver === null ? null : explanation.reason
    const night = firstNight.add({ days: index })
    return { night, caregiver, reason, explanation: { ...explanation, reason } }
  })
  await transaction(db, trx => saveNights(trx, nights, firstNight))
}

export async function unplan(db: Database, ...days: number[]): Promise<void> {
  const nights = days.map(index => firstNight.add({ days: index }))
  await transaction(db, trx => removeNights(trx, nights))
}

/** Pushes as fast as the emulator allows, and returns the calls. */
export function pusher(
  db: Database,
  {
    calendar,
    control,
  }: {
    calendar: CalendarPort
    control: {
      requests: () => Promise<{ method: string; path: string }[]>
      clearRequests: () => Promise<void>
    }
  },
) {
  return async (
    more: {
      calendar?: CalendarPort
      guard?: () => void
      maxCalls?: number
      pace?: Pace
      at?: Temporal.Instant
    } = {},
  ) => {
    await control.clearRequests()
    const outcome = await pushCalendar({
      db,
      calendar: more.calendar ?? calendar,
      now: more.at ?? now,
      publicUrl: 'http://localhost:8080',
      rules: {
        pace: more.pace ?? createPace({ burst: 10_000, unitsPerSecond: 1000 }),
        guard: more.guard ?? (() => {}),
        maxCalls: more.maxCalls ?? 500,
      },
    })
    const requests = await control.requests()
    const calls = requests
      .filter(({ path }) => path.startsWith('/calendar/'))
      .map(({ method }) => method)
    return { ...outcome, skipped: outcome.skipped.map(String), calls }
  }
}

/** The events that people see, as "2026-11-20 [Alex] …", in order of nights. */
export function visible(events: Pick<EmulatorEvent, 'status' | 'start' | 'summary'>[]): string[] {
  return events
    .filter(({ status }) => status !== 'cancelled')
    .map(({ start, summary }) => `${start.date ?? start.dateTime ?? ''} ${summary ?? ''}`)
    .toSorted()
}
