import {
  markImportedEventTaken,
  readImportedEvents,
  saveCalendarEvents,
  type CalendarEventRow,
  type ImportedEvent,
} from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { takenEvent } from '../other-installation.ts'
import { eachNight, type PushContext } from './push-context.ts'
import type { PushFacts } from './push-steps.ts'

/**
 * Takes over the events that another program wrote for the nights of this push, as an import named them. An event becomes
 * that of its night, and the push writes it as one of ours. Where the night has an event of ours already, the other one
 * is removed, so that no night has two. Events of nights that are not planned yet wait. A night whose event cannot be
 * read is left to the next push.
 */
export async function adoptImported(push: PushContext, facts: PushFacts) {
  const nights = new Set(facts.desired.map(({ night }) => night.toString()))
  const imported = await readImportedEvents(push.db, push.calendarId, facts.tonight)
  const wanted = imported.filter(({ night }) => nights.has(night.toString()))
  const rows = new Map(facts.calendarEvents.map(row => [row.night.toString(), row]))
  const failed = await eachNight(push, wanted, async event => {
    const key = event.night.toString()
    const row = await takeOver(push, event, rows.get(key))
    if (row !== undefined) rows.set(key, row)
  })
  const left = new Set(failed.map(({ night }) => night.toString()))
  return {
    facts: {
      ...facts,
      desired: facts.desired.filter(({ night }) => !left.has(night.toString())),
      calendarEvents: [...rows.values()].filter(({ night }) => !left.has(night.toString())),
    },
    failed,
  }
}

/** @returns what is known of the event, if it is that of its night from now on */
async function takeOver(
  push: PushContext,
  event: ImportedEvent,
  row: CalendarEventRow | undefined,
): Promise<CalendarEventRow | undefined> {
  const { db, calendar, calendarId, now } = push
  const remote = await calendar.get(calendarId, event.eventId)
  const isThere = remote !== null && remote.status !== 'cancelled'
  if (!isThere || row !== undefined) {
    if (isThere && row?.eventId !== event.eventId)
      await calendar.remove(calendarId, remote.eventId, remote.etag)
    await markImportedEventTaken(db, event, now)
    return undefined
  }
  const description = remote.description.replace(theirLine, '')
  const taken = takenEvent(calendarId, event.night, { ...remote, description })
  await transaction(db, async trx => {
    await saveCalendarEvents(trx, taken)
    await markImportedEventTaken(trx, event, now)
  })
  return taken
}

// night-routine's sentence, which ours replaces. What a person wrote below it is a note.
const theirLine = /^Night routine [^\n<]*\[Night Routine\]\s*/u
