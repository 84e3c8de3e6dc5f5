import {
  CalendarError,
  eventHash,
  eventId,
  linesHash,
  noteOf,
  type EventDraft,
  type RemoteEvent,
} from '@night-routine/calendar'
import {
  lockMirror,
  replaceMirror,
  saveMirror,
  transaction,
  type MirrorRow,
} from '@night-routine/database'
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
  note: string | null = null,
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
    note,
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
    else if (isReason(error, 'request-refused')) await replaceSeries(push, row, event, error)
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

async function reconsider(push: PushContext, known: MirrorRow, event: DesiredEvent): Promise<void> {
  const remote = await push.calendar.get(push.calendarId, known.eventId)
  if (remote === null) return replace(push, known, event)
  const row = remote.status === 'cancelled' ? known : { ...known, note: noteOf(remote) }
  switch (readBack(remote, { row, wanted: event.meaning })) {
    case 'removed':
      // An event that was only announced carries no person's words.
      if (row.etag === null) return revive(push, row, event, remote.etag)
      // The removal is judged, and the provider does not take the etag that it gave for it: asking
      // again would get the same answer.
      if (await isStillJudged(push, row)) return replace(push, row, event)
      // What a person removed after our last look is judged first: a pull may have followed words that
      // stood there before, which this push does not know.
      return leaveEdited(push, row, remote)
    case 'as-wanted':
      return recordWritten(push, row, event, remote)
    case 'known':
      return write(push, row, event, remote.etag)
    case 'edited':
      // At the etag that we know, these words were judged: the refusal was a mistake of the provider.
      return remote.etag === row.etag
        ? write(push, row, event, remote.etag)
        : leaveEdited(push, row, remote)
  }
}

/** Whether a removal that this push knows of is still the last thing that anybody learned of the event. */
async function isStillJudged({ db, calendarId }: PushContext, row: MirrorRow): Promise<boolean> {
  if (row.state !== 'deleted') return false
  const [known] = await transaction(db, trx => lockMirror(trx, calendarId, [row.eventId]))
  return known?.state === 'deleted' && known.etag === row.etag
}

async function write(push: PushContext, row: MirrorRow, event: DesiredEvent, etag: string) {
  const remote = await push.calendar.update(push.calendarId, etag, draft(row, event))
  if (says(remote, event)) return recordWritten(push, row, event, remote)
  // The provider said yes and changed nothing, as it does for an event of another organizer.
  if (remote.status !== 'cancelled')
    await push.calendar.remove(push.calendarId, remote.eventId, remote.etag)
  await replace(push, row, event)
}

function says(remote: RemoteEvent, { meaning }: DesiredEvent): boolean {
  return !remote.repeats && eventHash(remote) === meaning
}

/** Where the provider does not let us end a series that a person made, a new event takes its place. */
async function replaceSeries(push: PushContext, row: MirrorRow, event: DesiredEvent, why: unknown) {
  const remote = await push.calendar.get(push.calendarId, row.eventId)
  if (remote?.repeats !== true || remote.etag !== row.etag) throw why
  await push.calendar.remove(push.calendarId, remote.eventId, remote.etag)
  await replace(push, row, event)
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
  await insertNight(push, event, row.generation + 1, row.note)
  await recordRestored(push, row)
}

function draft(row: MirrorRow, event: DesiredEvent): EventDraft {
  return {
    eventId: row.eventId,
    summary: event.summary,
    description: [event.description, row.note].filter(Boolean).join('\n\n'),
    night: event.night,
    properties: {
      app: 'night-routine',
      night: event.night.toString(),
      generation: String(row.generation),
      hash: event.meaning,
      lines: linesHash(event.description),
      caregiver: event.caregiver ?? '',
      reason: event.reason ?? '',
    },
  }
}

function isReason(error: unknown, ...reasons: CalendarError['reason'][]): boolean {
  return error instanceof CalendarError && reasons.includes(error.reason)
}
