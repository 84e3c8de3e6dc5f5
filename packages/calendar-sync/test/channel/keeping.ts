import { saveCalendar } from '@night-routine/database/calendar'
import { transaction, type Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { keepChannel } from '@night-routine/calendar-sync'
import type { Test } from 'tap'
import { connectedProvider } from '../connected-provider.ts'
import { seededDatabase } from '@night-routine/testing/household'
import { receiver } from './receiver.ts'

export const now = Temporal.Now.instant()
export const in6Days = now.add({ hours: 24 * 6 })

/** A connected household and its channels, stored and at the provider. */
export async function connected(t: Test) {
  const db = await seededDatabase(t)
  const provider = await connectedProvider(t, db)
  const { received, address } = await receiver(t, db)
  const keep = (more: Partial<Parameters<typeof keepChannel>[0]> = {}) =>
    keepChannel({ db, calendar: provider.calendar, address, now, check: () => {}, ...more })
  return {
    db,
    ...provider,
    received,
    address,
    keep,
    calls: async () =>
      (await provider.control.requests())
        .filter(({ path }) => /watch|stop/.test(path))
        .map(({ path }) => path.replace(/.*\//, '')),
    /** The channels that the provider still serves. */
    served: async () => (await provider.control.channels()).filter(({ stopped }) => !stopped),
    pulls: async () =>
      (await readJobRequests(db)).find(({ kind }) => kind === 'pull')?.requestNumber,
  }
}

/** Selects a calendar. */
export function select(db: Database, calendarId: string) {
  return transaction(db, trx => saveCalendar(trx, { calendarId, calendarName: calendarId }))
}

/** The state of every channel, stopped ones included. */
export async function states(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('notification_channels').select('state').orderBy('id').execute()
  return rows.map(({ state }) => state)
}
