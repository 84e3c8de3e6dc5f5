// What needs the parsers: loaded on the first call, so a process that never calls pays nothing for them.
export { createCalendar, listCalendars } from './calendars.ts'
export { discover } from './discovery.ts'
export { listChanges, listOurEvents } from './list-changes.ts'
export { readBusy } from './read-busy.ts'
export { findEvent } from './resources.ts'
export { insertEvent, removeEvent, updateEvent } from './write-event.ts'
