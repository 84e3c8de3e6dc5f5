import { createCalendar, listCalendars } from './calendars.ts'
import { discover } from './discovery.ts'
import { listChanges, listOurEvents } from './list-changes.ts'
import { readBusy } from './read-busy.ts'
import { findEvent } from './resources.ts'
import { insertEvent, removeEvent, updateEvent } from './write-event.ts'

/** What needs the parsers: loaded on the first call, so a process that never calls pays nothing for them. */
export const operations = {
  createCalendar,
  discover,
  findEvent,
  insertEvent,
  listCalendars,
  listChanges,
  listOurEvents,
  readBusy,
  removeEvent,
  updateEvent,
}
