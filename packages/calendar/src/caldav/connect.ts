import type { CalendarPort, CalendarQuota } from '../port.ts'
import type { CalDavOptions, CalDavSession } from './session.ts'

/** A self-hosted server has no quota; this rate leaves room for the family's phones. */
const quota: CalendarQuota = {
  burst: 120,
  unitsPerSecond: 20,
  units: { read: 1, insert: 2, update: 2, remove: 2 },
}

/** Part of every sync token: raised when `session.ts` reads or writes tokens in another way. */
const syncShapeVersion = 1

/**
 * The calendars of one CalDAV account. Loads the parsers on the first call, so a process that never calls pays
 * nothing for them.
 */
export function connectCalDav(options: CalDavOptions): CalendarPort {
  let session: Promise<CalDavSession> | undefined
  const load = () =>
    (session ??= import('./session.ts').then(({ openSession }) => openSession(options)))
  return {
    quota,
    remembersRemoved: false,
    syncShapeVersion,
    listCalendars: async () => (await load()).listCalendars(),
    createCalendar: async calendar => (await load()).createCalendar(calendar),
    getEvent: async (...given) => (await load()).getEvent(...given),
    insertEvent: async (...given) => (await load()).insertEvent(...given),
    updateEvent: async (...given) => (await load()).updateEvent(...given),
    removeEvent: async (...given) => (await load()).removeEvent(...given),
    listChanges: async (...given) => (await load()).listChanges(...given),
    listOurEvents: async (...given) => (await load()).listOurEvents(...given),
    readBusy: async (...given) => (await load()).readBusy(...given),
  }
}
