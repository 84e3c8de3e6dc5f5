export { editWithPython } from './other-client.ts'
export { calendarPerson, type CalendarPerson, type SeenEdit, type SeenEvent } from './person.ts'
export { watchServer, type Fault, type WatchedServer } from './proxy.ts'
export { startRadicale, startXandikos, type CalendarServer } from './start.ts'
