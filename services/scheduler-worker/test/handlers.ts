import type { CalendarPort } from '@night-routine/calendar'
import { parseSecretKeys, type Database } from '@night-routine/database/connection'
import { createLogger } from '@night-routine/service'
import { workerJobs } from '../src/jobs.ts'

const unused = async () => {
  throw new Error('not expected')
}

/** A calendar whose calls fail, except those given. */
export function stubCalendar(given: Partial<CalendarPort>): CalendarPort {
  return {
    quota: { burst: 20, unitsPerSecond: 20, units: { read: 1, insert: 2, update: 6, remove: 1 } },
    listCalendars: unused,
    getEvent: unused,
    insertEvent: unused,
    updateEvent: unused,
    removeEvent: unused,
    listChanges: unused,
    listOurEvents: unused,
    readBusy: unused,
    remembersRemoved: true,
    syncShapeVersion: 1,
    notifications: { watch: unused, stopChannel: unused },
    ...given,
  }
}

/** The worker's handlers, on the evening of 20 November 2026. */
export function handlersFor(
  db: Database,
  calendar: CalendarPort = stubCalendar({}),
  more: Partial<Parameters<typeof workerJobs>[0]> = {},
) {
  return workerJobs({
    db,
    keys: parseSecretKeys(['ab'.repeat(32)]),
    calendar,
    grants: { revoke: unused },
    address: null,
    publicUrl: 'http://localhost:8080',
    senders: async () => ({}),
    setUp: [],
    clock: { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') },
    logger: createLogger({ name: 'test', level: 'silent' }),
    ...more,
  })
}

/** A run that keeps its lease. */
export const heldRun: { guard: () => void; signal: AbortSignal; requests: number } = {
  guard: () => {},
  signal: new AbortController().signal,
  requests: 1,
}
