import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarAccess } from '@night-routine/calendar-sync'
import { parseSecretKeys, type Database } from '@night-routine/database/connection'
import { startEmulator } from '@night-routine/google-emulator'
import type { Test } from 'tap'
import { providerAt, signInAt } from '../../../../packages/calendar-sync/test/connected-provider.ts'
import { folderOf } from '../recovery/place.ts'
import type { ReleaseFacts } from './release.ts'

/** The calendar of a release at an emulator whose clock starts when it was left, and the household's access to it. */
export async function calendarOf(
  t: Test,
  db: Database,
  { calendar: state, secretKeys, takenAt }: ReleaseFacts,
) {
  // The emulator writes its state back, and would notify the address where the release ran.
  const now = Temporal.Instant.from(takenAt)
  const stateFile = join(await folderOf(t), 'calendar.json')
  writeFileSync(stateFile, JSON.stringify({ ...state, channels: [] }))
  const emulator = await startEmulator({ stateFile })
  t.teardown(() => emulator.close())
  const { control } = emulator
  await control.setClock(now)
  const calendar = calendarAccess({
    db,
    keys: parseSecretKeys([secretKeys]),
    provider: providerAt(emulator, signInAt(emulator)),
    now: () => now,
  })
  return {
    calendar,
    /** The events that people see, in order. */
    events: async () =>
      (await control.events('family'))
        .filter(({ status }) => status !== 'cancelled')
        .map(({ id, start, summary, description }) => ({
          id,
          night: start.date ?? '',
          summary: summary ?? '',
          description: description ?? '',
        })),
    /** The calls that write to the calendar during `work`. */
    writesOf: async (work: () => Promise<unknown>) => {
      await control.clearRequests()
      await work()
      return (await control.requests())
        .filter(({ method }) => method !== 'GET')
        .filter(({ path }) => path.includes('/events'))
        .map(({ method, path }) => `${method} ${path}`)
    },
  }
}
