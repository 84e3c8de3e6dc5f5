import { isCalendarError, type RemoteEvent } from '@night-routine/calendar'
import {
  noteCleared,
  readDisconnectRequest,
  readRetiredCalendarEvents,
  type CalendarEventRow,
  type DisconnectRequest,
} from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { applyCalendarEdits, readSettings, tonight } from '@night-routine/household'
import { canSkip } from '../disconnect/disconnect.ts'
import { editOf, judgeEvents, readJudgingFacts } from '../pull/judge-events.ts'
import { eachNight, readBack, recordRemoved, removeOurs, type PushContext } from './push-context.ts'

/**
 * Removes the event of a night.
 * @returns the event, not removed, when a person changed it and the edit was not judged yet
 */
export async function removeNight(push: PushContext, row: CalendarEventRow) {
  // A person removed it, but an unrecorded write of ours may have restored it.
  const { eventId, etag } = row
  if (etag === null || row.state === 'deleted') return readAndRemove(push, row)
  try {
    if (!(await removeOurs(push, row, { eventId, etag }))) return undefined
  } catch (error) {
    if (!isCalendarError(error, 'event-stale')) throw error
    return readAndRemove(push, row)
  }
  return recordRemoved(push, row)
}

async function readAndRemove(push: PushContext, row: CalendarEventRow) {
  const remote = await push.calendar.get(push.calendarId, row.eventId)
  if (remote === null) return recordRemoved(push, row)
  const found = readBack(remote, { row, wanted: null })
  if (found === 'edited') return remote
  if (found !== 'removed' && !(await removeOurs(push, row, remote))) return undefined
  return recordRemoved(push, row)
}

/**
 * Removes our events of these nights from a calendar that is no longer read. It applies unread edits first, so
 * that none is lost when the calendar changes.
 * @returns the events that could not be removed
 */
export async function clearCalendar(push: PushContext, rows: readonly CalendarEventRow[]) {
  const edited: { night: Temporal.PlainDate; row: CalendarEventRow; remote: RemoteEvent }[] = []
  const failed = await eachNight(push, rows, async row => {
    const remote = await removeNight(push, row)
    if (remote) edited.push({ night: row.night, row, remote })
  })
  if (edited.length === 0) return failed
  await follow(
    push,
    edited.map(({ remote }) => remote),
  )
  const failedAgain = await eachNight(push, edited, async ({ row, remote }) => {
    await push.calendar.remove(push.calendarId, remote.eventId, remote.etag)
    await recordRemoved(push, row)
  })
  return [...failed, ...failedAgain]
}

// All at once, as in a pull, because a person who swapped two titles meant both.
async function follow({ db, calendarId, now }: PushContext, events: readonly RemoteEvent[]) {
  await householdTransaction(db, async trx => {
    const facts = await readJudgingFacts(trx, events, { calendarId, now })
    const judged = judgeEvents(events, facts)
    const { change } = await applyCalendarEdits(trx, {
      edits: judged.flatMap(editOf),
      now,
      facts: facts.change,
    })
    if (change !== null) await requestJob(trx, 'push')
  })
}

/**
 * Removes our events from tonight on from every calendar; earlier ones stay. Each removal is recorded, so a
 * killed run is continued by the next one. Events that the provider does not let us remove stay and are
 * counted.
 * @throws CalendarError that can be retried, and errors of the call rules
 */
export async function clearCalendars(
  push: Omit<PushContext, 'calendarId'>,
  request: DisconnectRequest,
) {
  const { db, now } = push
  const from = tonight(await readSettings(db), now)
  const rows = await readRetiredCalendarEvents(db, null, from)
  for (const [calendarId, ours] of Map.groupBy(rows, row => row.calendarId))
    try {
      const failed = await clearCalendar({ ...push, calendarId }, ours)
      for (const { error } of failed) throw error
    } catch (error) {
      if (!canSkip(error, request, now)) throw error
    }
  await householdTransaction(db, async trx => {
    if (!(await readDisconnectRequest(trx))) return
    const { length: eventsLeft } = await readRetiredCalendarEvents(trx, null, from)
    await noteCleared(trx, { at: now, eventsLeft })
    await requestJob(trx, 'channel')
  })
}
