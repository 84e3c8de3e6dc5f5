import {
  eventId,
  pushedMeaning,
  textOrigin,
  writtenMeaning,
  type RemoteEvent,
} from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database/calendar'
import type { Assignment, Babysitter, Caregiver, Reason } from '@night-routine/database/nights'
import { caregivers } from '@night-routine/fairness'
import { readTitle, sameAssignee } from '@night-routine/wording'
import { isBefore, isLockedFor, stateOf } from '@night-routine/household'

/** A night as its event describes it, where the database differs. */
export interface KnownNight {
  night: Temporal.PlainDate
  before: Assignment | undefined
  caregiver: Caregiver
  babysitter: Babysitter | null
  reason: Reason
}

/** How many times an id may have been replaced after a removed event could not be restored. */
const generations = 10

/** The ids that our event of a night may have, also such that a database from a backup does not know: the first one first. */
export function possibleIds(
  of: Omit<Parameters<typeof eventId>[0], 'generation'>,
  length = generations,
): string[] {
  return Array.from({ length }, (_, generation) => eventId({ ...of, generation }))
}

const reasons: readonly Reason[] = [
  'Unavailability',
  'Total Count',
  'Recent Count',
  'Consecutive Limit',
  'Alternating',
  'Override',
]

/**
 * Compares a calendar with a database that was restored from a backup. Our events are found by their derived
 * ids, even if the database does not know them. An event whose version the database knows brings nothing new.
 * The others were written later: by us, with the caregiver and the reason in their properties, or by a person
 * after that.
 * @returns `rows`: the known events, corrected before they are judged. `nights`: our later decisions, in order of
 * nights; people's own edits are left to the judge.
 */
export function knownToCalendar(facts: {
  events: readonly RemoteEvent[]
  rows: readonly CalendarEventRow[]
  nights: readonly Assignment[]
  calendarId: string
  installation: string
  /** The nights that may have been written since the backup. */
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  tonight: Temporal.PlainDate
}) {
  const rows = new Map(facts.rows.map(row => [row.night.toString(), row]))
  const stored = new Map(facts.nights.map(night => [night.night.toString(), night]))
  const known: { rows: CalendarEventRow[]; nights: KnownNight[] } = { rows: [], nights: [] }
  for (const found of latestGenerations(facts)) {
    const key = found.night.toString()
    const row = rows.get(key)
    if (row?.eventId === found.remote.eventId && row.etag === found.remote.etag) continue
    const looked = rowOf(found, row, facts.calendarId)
    known.rows.push(looked)
    const decided = decisionOf(found.remote, looked)
    const before = stored.get(key)
    if (decided === undefined || isStored(before, decided)) continue
    // The event of a past night is not written again only because its night was locked.
    if (isBefore(found.night, facts.tonight) && isLockedFor(before, decided)) continue
    known.nights.push({ night: found.night, before, ...decided })
  }
  return known
}

interface Found {
  night: Temporal.PlainDate
  generation: number
  remote: RemoteEvent
}

/** The event of each night: the existing one, else the last removed one. */
function latestGenerations(facts: Parameters<typeof knownToCalendar>[0]): Found[] {
  const { installation, calendarId, from, to } = facts
  const events = new Map(facts.events.map(event => [event.eventId, event]))
  const found: Found[] = []
  for (let night = from; !isBefore(to, night); night = night.add({ days: 1 })) {
    const ids = possibleIds({ installation, calendarId, night })
    const ofNight = ids
      .flatMap((id, generation): Found[] => {
        const remote = events.get(id)
        return remote === undefined ? [] : [{ night, generation, remote }]
      })
      .toReversed()
    const best = ofNight.find(({ remote }) => remote.status !== 'cancelled') ?? ofNight[0]
    if (best !== undefined) found.push(best)
  }
  return found
}

/** The event carries our last write; the database may know an older one, or none. */
function rowOf(found: Found, row: CalendarEventRow | undefined, calendarId: string) {
  const { night, generation, remote } = found
  const { eventId: id } = remote
  const carried = remote.properties['hash']
  const same = row?.generation === generation ? row : undefined
  if (same !== undefined && (carried === undefined || carried === pushedMeaning(same.pushedHash)))
    return same
  return {
    calendarId,
    night,
    generation,
    eventId: id,
    etag: same?.etag ?? null,
    pushedHash: hashOf(remote),
    judgedMeaning: null,
    note: same?.note ?? null,
    state: same === undefined ? 'present' : same.state,
    unlisted: same?.unlisted ?? false,
  }
}

/** Of our last write, as the event carries it. */
export function hashOf({ properties }: RemoteEvent): string | null {
  return properties['hash'] ? writtenMeaning(properties['hash']) : null
}

function decisionOf(remote: RemoteEvent, row: CalendarEventRow): Decided | undefined {
  if (remote.status === 'cancelled') return undefined
  const known = { pushedMeaning: pushedMeaning(row.pushedHash), judgedMeaning: row.judgedMeaning }
  if (textOrigin(remote, known) !== 'ours') return undefined
  const caregiver = caregivers.find(one => one === remote.properties['caregiver'])
  const reason = reasons.find(one => one === remote.properties['reason'])
  if (caregiver === undefined || reason === undefined) return undefined
  if (caregiver !== 'babysitter') return { caregiver, babysitter: null, reason }
  const title = readTitle(remote.summary)
  if (typeof title === 'string' || reason !== 'Override') return undefined
  return { caregiver, babysitter: { name: title.name }, reason }
}

type Decided = Omit<KnownNight, 'night' | 'before'>

function isStored(night: Assignment | undefined, decided: Decided): boolean {
  const state = stateOf(night)
  return sameAssignee(state, decided) && state.override === (decided.reason === 'Override')
}
