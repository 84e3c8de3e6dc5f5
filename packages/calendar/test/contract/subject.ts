import {
  connectCalDav,
  eventHash,
  eventId,
  type CalendarPort,
  type EventDraft,
} from '@night-routine/calendar'
import {
  calendarPerson,
  type CalendarPerson,
  type CalendarServer,
} from '@night-routine/servers/caldav'
import type { Test } from 'tap'
import { calendarOf, emulatorFor } from '../emulator.ts'

/** What another person does in the calendar. */
interface Person {
  edit(
    id: string,
    edit: { summary?: string; location?: string; status?: 'confirmed' },
  ): Promise<unknown>
  move(id: string, date: string): Promise<unknown>
  giveHours(id: string): Promise<unknown>
  repeat(id: string): Promise<unknown>
  remove(id: string): Promise<unknown>
  create(id: string, summary: string, date: string): Promise<unknown>
  /** @returns the id of the calendar that is gone */
  removeCalendar(): Promise<string>
  locationOf(id: string): Promise<string | undefined>
}

/** A provider under test: its calendars, and a calendar that another person uses too. */
export interface Subject {
  port: CalendarPort
  calendarId: string
  person: Person
  /** Whether the provider checks a version and writes in one step. */
  isAtomic: boolean
}

/** A rule of the port, checked in a fresh calendar. */
export type Rule = (t: Test, subject: Subject) => Promise<void>

/** A fresh calendar at the Google emulator. */
export async function googleSubject(t: Test): Promise<Subject> {
  const emulator = await emulatorFor(t)
  const { control } = emulator
  const calendarId = 'family'
  const port = await calendarOf(emulator, 'alex@example.com')
  const noHours = { dateTime: null, timeZone: null }
  return {
    port,
    calendarId,
    isAtomic: true,
    person: {
      edit: (id, edit) => control.editEvent(calendarId, id, edit),
      move: (id, date) =>
        control.editEvent(calendarId, id, {
          start: { date, ...noHours },
          end: { date: after(date), ...noHours },
        }),
      giveHours: id =>
        control.editEvent(calendarId, id, {
          start: { date: null, dateTime: '2026-12-01T19:00:00Z' },
          end: { date: null, dateTime: '2026-12-01T20:00:00Z' },
        }),
      repeat: id => control.editEvent(calendarId, id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }),
      remove: id => control.removeEvent(calendarId, id),
      create: (id, summary, date) =>
        control.createEvent(calendarId, {
          id,
          summary,
          start: { date },
          end: { date: after(date) },
        }),
      removeCalendar: async () => {
        await control.removeCalendar(calendarId)
        return calendarId
      },
      locationOf: async id =>
        (await control.events(calendarId)).find(event => event.id === id)?.location,
    },
  }
}

/** A fresh calendar at a CalDAV server. */
export async function caldavSubject(
  server: CalendarServer,
  { isAtomic = true, person = calendarPerson(server) } = {},
): Promise<Subject> {
  const calendarId = await person.makeCalendar(`contract-${crypto.randomUUID().slice(0, 8)}`)
  return {
    port: connectCalDav(server),
    calendarId,
    isAtomic,
    person: personIn(person, calendarId),
  }
}

/** Another person in this calendar. */
export function personIn(person: CalendarPerson, calendarId: string): Person {
  return {
    edit: (id, edit) => person.editEvent(calendarId, id, edit),
    move: (id, date) =>
      person.editEvent(calendarId, id, { start: { date }, end: { date: after(date) } }),
    giveHours: id =>
      person.editEvent(calendarId, id, {
        start: { dateTime: '2026-12-01T19:00:00Z' },
        end: { dateTime: '2026-12-01T20:00:00Z' },
      }),
    repeat: id => person.editEvent(calendarId, id, { recurrence: ['FREQ=DAILY;COUNT=3'] }),
    remove: id => person.removeEvent(calendarId, id),
    create: (id, summary, date) =>
      person.createEvent(calendarId, id, {
        summary,
        start: { date },
        end: { date: after(date) },
      }),
    removeCalendar: async () => {
      await person.removeCalendar(calendarId)
      return calendarId
    },
    locationOf: async id => (await person.find(calendarId, id)).location,
  }
}

function after(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString()
}

/** The draft of a night's event, as a push writes it. */
export function draftOf(
  calendarId: string,
  night: string,
  { name = 'Alex', description = 'Alex has the first turn.\n\nhttp://x/#night' } = {},
): EventDraft {
  const date = Temporal.PlainDate.from(night)
  const summary = `[${name}] 🌃👶Routine`
  const span = { startDate: date, endDate: date.add({ days: 1 }) }
  return {
    eventId: eventId({ installation: 'i', calendarId, night: date, generation: 0 }),
    summary,
    description,
    night: date,
    properties: {
      app: 'night-routine',
      night,
      generation: '0',
      lines: 'l',
      hash: eventHash({ status: 'confirmed', summary, ...span }),
      caregiver: 'a',
      reason: 'Total Count',
    },
  }
}

/** Temporal values as text. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')
