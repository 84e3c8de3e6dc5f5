import {
  eventHash,
  noteOf,
  pushedMeaning,
  writtenMeaning,
  type RemoteEvent,
  type Verdict,
} from '@night-routine/calendar'
import {
  closeNotices,
  lockCalendarEvents,
  readCalendar,
  readCalendarEvents,
  requestJob,
  saveCalendarEvents,
  type CalendarEventRow,
  type Transaction,
} from '@night-routine/database'
import { oldestChangeable, readSettings } from '@night-routine/household'

/**
 * What we know of an event after a verdict; the same version is an echo from then on. Our last write stays
 * known, so that a person who restores it is noticed. A person's additions are kept for our next write.
 */
export function knownAfter(
  row: CalendarEventRow,
  remote: RemoteEvent,
  verdict: Verdict,
): CalendarEventRow {
  if (verdict.kind === 'echo') return row
  const note = remote.status === 'cancelled' ? row.note : noteOf(remote)
  const seen = { ...row, etag: remote.etag, note }
  if (verdict.kind === 'judged') return seen
  return {
    ...seen,
    pushedHash: verdict.kind === 'ours' ? hashOnRecord(row, remote) : row.pushedHash,
    judgedMeaning: judgedText(row, remote, verdict),
    state: stateAfter(row, verdict.kind),
  }
}

// Moving or removing an event does not change its text: moved back, it is ours or was judged before.
function judgedText(row: CalendarEventRow, remote: RemoteEvent, verdict: Verdict): string | null {
  if (isPersonsText(verdict)) return eventHash(remote)
  if (verdict.kind === 'recreate') return row.judgedMeaning
  if (verdict.kind !== 'restore') return null
  const back = { ...remote, startDate: row.night, endDate: row.night.add({ days: 1 }) }
  return eventHash(back) === row.judgedMeaning ? row.judgedMeaning : null
}

function isPersonsText(verdict: Verdict): boolean {
  if (verdict.kind === 'restore')
    return verdict.because === 'unreadable' || verdict.because === 'name-not-allowed'
  return ['same', 'assign', 'babysitter', 'ask'].includes(verdict.kind)
}

function stateAfter(
  { state }: CalendarEventRow,
  kind: Exclude<Verdict['kind'], 'echo' | 'judged'>,
): CalendarEventRow['state'] {
  if (kind === 'same') return state === 'adopted' ? 'adopted' : 'present'
  return states[kind]
}

const states = {
  ours: 'present',
  assign: 'adopted',
  babysitter: 'adopted',
  ask: 'rejected',
  restore: 'rejected',
  recreate: 'deleted',
} as const

/** What we know of an event that the calendar no longer has, not even as removed. */
export function knownGone(row: CalendarEventRow): CalendarEventRow {
  return { ...row, etag: null, judgedMeaning: null, state: 'deleted' }
}

// The description is unknown when the response to the write was lost.
function hashOnRecord({ pushedHash }: CalendarEventRow, remote: RemoteEvent): string | null {
  const meaning = eventHash(remote)
  return pushedMeaning(pushedHash) === meaning ? pushedHash : writtenMeaning(meaning)
}

/**
 * Creates our events again after a parent confirms that they are gone from the selected calendar: every one
 * from the oldest changeable night on, under its own id. When an event exists after all, the insert fails and
 * the push reads it instead, so nothing is duplicated or overwritten. Call it inside `householdTransaction`.
 */
export async function putNightsBack(
  trx: Transaction,
  { now }: { now: Temporal.Instant },
): Promise<void> {
  const calendar = await readCalendar(trx)
  if (calendar === undefined) return
  const { calendarId } = calendar
  const from = oldestChangeable(await readSettings(trx), now)
  const known = await readCalendarEvents(trx, calendarId, from)
  const standing = known.filter(({ state }) => state !== 'removed')
  const ids = standing.map(({ eventId }) => eventId)
  for (const row of await lockCalendarEvents(trx, calendarId, ids))
    await saveCalendarEvents(trx, knownGone(row))
  await closeNotices(trx, ['reader-brake'], now)
  for (const kind of ['pull', 'push'] as const) await requestJob(trx, kind)
}
