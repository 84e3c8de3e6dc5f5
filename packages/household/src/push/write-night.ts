import { CalendarError, eventId, type EventDraft } from '@night-routine/calendar'
import { replaceMirror, saveMirror, type MirrorRow } from '@night-routine/database'
import type { DesiredEvent } from './desired-events.ts'
import { leaveEdited, recordRestored, recordWritten, type PushContext } from './push-context.ts'
import type { KnownRow } from './push-steps.ts'
import { pushedMeaning } from './pushed-hash.ts'
import { readBack } from './read-back.ts'

/** Makes the event of a night; an answer that it exists already leads to a look at it. */
export async function insertNight(
  push: PushContext,
  event: DesiredEvent,
  generation: number,
): Promise<void> {
  const { calendarId, installation } = push
  const { night, hash } = event
  const row: MirrorRow = {
    calendarId,
    night,
    generation,
    eventId: eventId({ installation, calendarId, night, generation }),
    etag: null,
    pushedHash: hash,
    judgedMeaning: null,
    state: 'present',
  }
  // Announced before it is made: if we are killed in between, the event we made is still known.
  await saveMirror(push.db, row)
  try {
    const remote = await push.calendar.insert(calendarId, draft(row, event))
    await recordWritten(push, row, event, remote)
  } catch (error) {
    if (!isReason(error, 'event-exists')) throw error
    await reconsider(push, row, event)
  }
}

/** Writes the event of a night, unless it changed since we last saw it: then it is looked at first. */
export async function updateNight(
  push: PushContext,
  event: DesiredEvent,
  known: KnownRow,
): Promise<void> {
  const row = await takeBack(push, event, known)
  try {
    await write(push, row, event, row.etag)
  } catch (error) {
    if (isReason(error, 'event-gone')) await replace(push, row, event)
    else if (isReason(error, 'event-stale')) await reconsider(push, row, event)
    else throw error
  }
}

/** Brings back the event of a night that a person removed, unless something happened to it since. */
export async function reviveNight(
  push: PushContext,
  event: DesiredEvent,
  known: KnownRow,
): Promise<void> {
  const row = await takeBack(push, event, known)
  try {
    await revive(push, row, event, row.etag)
  } catch (error) {
    if (!isReason(error, 'event-stale')) throw error
    await reconsider(push, row, event)
  }
}

// A person's words stand there, and ours of before are to come back. From here on these are ours
// again, also if we never hear that they were written.
async function takeBack(push: PushContext, event: DesiredEvent, row: KnownRow): Promise<KnownRow> {
  if (row.judgedMeaning === null || pushedMeaning(row.pushedHash) !== event.meaning) return row
  const takenBack: KnownRow = { ...row, judgedMeaning: null }
  await replaceMirror(push.db, takenBack, row)
  return takenBack
}

async function reconsider(push: PushContext, row: MirrorRow, event: DesiredEvent): Promise<void> {
  const remote = await push.calendar.get(push.calendarId, row.eventId)
  if (remote === null) return replace(push, row, event)
  switch (readBack(remote, { row, wanted: event.meaning })) {
    case 'removed':
      // What a person removed after our last look is judged first: a pull may have followed words that
      // stood there before, of which this push does not know. An event that was only announced has no
      // words of anybody.
      return row.etag === null
        ? revive(push, row, event, remote.etag)
        : leaveEdited(push, row, remote)
    case 'as-wanted':
      return recordWritten(push, row, event, remote)
    case 'known':
      return write(push, row, event, remote.etag)
    case 'edited':
      return leaveEdited(push, row, remote)
  }
}

async function write(push: PushContext, row: MirrorRow, event: DesiredEvent, etag: string) {
  const remote = await push.calendar.update(push.calendarId, etag, draft(row, event))
  await recordWritten(push, row, event, remote)
}

/** A removed event keeps its id for ever: it is set confirmed again, or, if that is refused, replaced. */
async function revive(push: PushContext, row: MirrorRow, event: DesiredEvent, etag: string) {
  try {
    await write(push, row, event, etag)
    await recordRestored(push, row)
  } catch (error) {
    if (!isReason(error, 'forbidden', 'event-gone', 'request-refused')) throw error
    await replace(push, row, event)
  }
}

async function replace(push: PushContext, row: MirrorRow, event: DesiredEvent) {
  await insertNight(push, event, row.generation + 1)
  await recordRestored(push, row)
}

function draft(row: MirrorRow, event: DesiredEvent): EventDraft {
  return {
    eventId: row.eventId,
    summary: event.summary,
    description: event.description,
    night: event.night,
    properties: {
      app: 'night-routine',
      night: event.night.toString(),
      generation: String(row.generation),
      hash: event.meaning,
      caregiver: event.caregiver,
      reason: event.reason ?? '',
    },
  }
}

function isReason(error: unknown, ...reasons: CalendarError['reason'][]): boolean {
  return error instanceof CalendarError && reasons.includes(error.reason)
}
