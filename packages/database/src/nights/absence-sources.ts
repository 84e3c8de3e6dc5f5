import { randomUUID } from 'node:crypto'
import type { ParentId } from '@night-routine/fairness'
import type { Queryable, Transaction } from '../connection/connect.ts'
import {
  seal,
  unsealIfKeyed,
  unreadable,
  type AssociatedData,
  type TokenKeys,
} from '../connection/sealed.ts'
import type { Absence } from './absences.ts'
import type { SourceOutcome } from './night.ts'

/** Where the events are. */
export type SourcePlace =
  | { kind: 'calendar'; calendarId: string }
  | { kind: 'address'; address: string }

/** A calendar that a parent takes absences from. */
export interface AbsenceSource {
  id: string
  parent: ParentId
  kind: SourcePlace['kind']
  /** The name of the calendar, or the host of the address. */
  name: string
  /** The last read that succeeded; null before the first. */
  readAt: Temporal.Instant | null
  checkedAt: Temporal.Instant
  outcome: SourceOutcome
}

/** A source with all that a read needs. */
export interface SourceToRead extends AbsenceSource {
  /** `unreadable` when no key opens the address. */
  place: SourcePlace | typeof unreadable
  /** The version of the file that was read last. */
  etag: string | null
  /** What was read at that version. */
  window: string | null
}

/** An absence found in a source. */
export interface SourceAbsence extends Absence {
  source: string
}

/** What a successful read leaves. */
export interface SourceVersion {
  etag: string | null
  window: string
}

/** The sources of both parents, without their secrets, the oldest first. */
export async function readAbsenceSources(q: Queryable): Promise<AbsenceSource[]> {
  return selectSources(q).execute()
}

/** The same with what a read needs. */
export async function readSourcesToRead(q: Queryable, keys: TokenKeys): Promise<SourceToRead[]> {
  const rows = await selectSources(q)
    .select(['calendar_id', 'address', 'etag', 'read_window as window'])
    .execute()
  return rows.map(({ calendar_id: calendarId, address: sealed, ...source }) => ({
    ...source,
    place: placeOf({ id: source.id, calendarId, sealed }, keys),
  }))
}

function placeOf(
  { id, calendarId, sealed }: { id: string; calendarId: string | null; sealed: string | null },
  keys: TokenKeys,
): SourceToRead['place'] {
  if (calendarId !== null) return { kind: 'calendar', calendarId }
  const address = unsealIfKeyed(keys, addressData(id), sealed ?? '')
  return address === unreadable ? unreadable : { kind: 'address', address }
}

function selectSources(q: Queryable) {
  return q
    .selectFrom('absence_sources')
    .select(['id', 'parent', 'kind', 'name', 'outcome'])
    .select(['read_at as readAt', 'checked_at as checkedAt'])
    .orderBy('added_at')
    .orderBy('id')
}

/** The absences found in every source, the earliest first. */
export async function readSourceAbsences(q: Queryable): Promise<SourceAbsence[]> {
  return q
    .selectFrom('source_absences')
    .innerJoin('absence_sources', 'absence_sources.id', 'source_absences.source')
    .select(['source', 'parent', 'first_night as from', 'last_night as to'])
    .orderBy('first_night')
    .orderBy('source')
    .execute()
}

/** Adds a source that was just read; its id. Call it under the household lock. */
export async function insertAbsenceSource(
  trx: Transaction,
  keys: TokenKeys,
  source: {
    parent: ParentId
    place: SourcePlace
    name: string
    version: SourceVersion
    now: Temporal.Instant
  },
) {
  const { parent, place, name, version, now } = source
  const id = randomUUID()
  await trx
    .insertInto('absence_sources')
    .values({
      id,
      parent,
      kind: place.kind,
      calendar_id: place.kind === 'calendar' ? place.calendarId : null,
      address: place.kind === 'address' ? seal(keys, addressData(id), place.address) : null,
      name,
      etag: version.etag,
      read_window: version.window,
      added_at: now,
      read_at: now,
      checked_at: now,
      outcome: 'read',
    })
    .execute()
  return id
}

/** Notes how a read ended; one that succeeded also has the version that it read. */
export async function saveSourceOutcome(
  q: Queryable,
  id: string,
  read: { outcome: SourceOutcome; version?: SourceVersion; now: Temporal.Instant },
) {
  const { outcome, version, now } = read
  await q
    .updateTable('absence_sources')
    .set({ outcome, checked_at: now, ...(outcome === 'read' && { read_at: now }) })
    .$if(version !== undefined, query =>
      query.set({ etag: version?.etag ?? null, read_window: version?.window ?? null }),
    )
    .where('id', '=', id)
    .execute()
}

/** Replaces the absences of a source. Call it under the household lock. */
export async function saveSourceAbsences(
  trx: Transaction,
  source: string,
  nights: readonly Pick<Absence, 'from' | 'to'>[],
): Promise<void> {
  await trx.deleteFrom('source_absences').where('source', '=', source).execute()
  if (nights.length === 0) return
  await trx
    .insertInto('source_absences')
    .values(nights.map(({ from, to }) => ({ source, first_night: from, last_night: to })))
    .execute()
}

/** Removes a source with its absences. Call it under the household lock. */
export async function deleteAbsenceSource(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('absence_sources').where('id', '=', id).execute()
}

const addressData = (id: string): AssociatedData => `absence_sources.${id}.address`
