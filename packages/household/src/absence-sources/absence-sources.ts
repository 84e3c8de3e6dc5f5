import { readCalendar } from '@night-routine/database/calendar'
import { unreadable, type TokenKeys, type Transaction } from '@night-routine/database/connection'
import {
  deleteAbsenceSource,
  insertAbsenceSource,
  readAbsenceSources,
  readSourceAbsences,
  readSourcesToRead,
  saveSourceAbsences,
  saveSourceOutcome,
  type AbsenceSource,
  type NightRange,
  type ParentId,
  type SourceOutcome,
  type SourcePlace,
  type SourceVersion,
} from '@night-routine/database/nights'
import { lookBeyond } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { readChangeFacts, type ChangeOrigin } from '../changes/change-facts.ts'
import { nothingChanged, recordChange, type ChangeOutcome } from '../changes/record-change.ts'
import { notAllowed } from '../changes/refusal.ts'
import { sourceCodec } from '../recorded-facts.ts'
import { zoneOf } from '../settings/zone.ts'
import type { Settings } from '../settings/settings.ts'
import { isBefore, tonight } from '../tonight.ts'
import { withinNights } from '../night-ranges.ts'

/** Calendars of one parent; each is read every hour. */
const mostSources = 5

type WindowSettings = Pick<Settings, 'timeZone' | 'dayTurnsAtHour' | 'lookAheadDays'>

/** The nights that are read from a calendar: from tonight to the last one that the planner looks at. */
export interface SourceWindow extends NightRange {
  timeZone: string
}

/** The nights to read now. */
export function sourceWindow(settings: WindowSettings, now: Temporal.Instant): SourceWindow {
  const from = tonight(settings, now)
  const to = from.add({ days: settings.lookAheadDays - 1 + lookBeyond })
  return { from, to, timeZone: zoneOf(settings) }
}

/** A window as a text: a calendar that did not change is read again for another one. */
export function windowText({ from, to, timeZone }: SourceWindow): string {
  return `${from.toString()}/${to.toString()} ${timeZone}`
}

/** A calendar that was read, to be added. */
interface SourceToAdd {
  parent: ParentId
  place: SourcePlace
  name: string
  version: SourceVersion
  nights: readonly NightRange[]
}

/**
 * Takes absences of a parent from a calendar that was just read; the plan goes around them.
 * @throws ChangeRefusal `not-allowed` (field `calendar` or `address`)
 */
export async function addAbsenceSource(
  trx: Transaction,
  keys: TokenKeys,
  { parent, place, name, version, nights, ...by }: ChangeOrigin & SourceToAdd,
): Promise<ChangeOutcome> {
  await checkSource(trx, keys, { parent, place })
  const source = { parent, place, name, version, now: by.now }
  const id = await insertAbsenceSource(trx, keys, source)
  await saveSourceAbsences(trx, id, nights)
  const after = sourceFacts({ id, parent, name }, nights)
  const entry = { action: 'absence-source-added', night: null, before: null, after }
  return recordChange(trx, [entry], by, await readChangeFacts(trx, by.now))
}

/**
 * Refuses the calendar with the plan, one that is there already, and too many.
 * @throws ChangeRefusal
 */
export async function checkSource(
  trx: Transaction,
  keys: TokenKeys,
  { parent, place }: Pick<SourceToAdd, 'parent' | 'place'>,
) {
  const field = place.kind
  if (await isSelected(trx, place)) throw notAllowed(field, message('refusal.sourceSelected'))
  const own = (await readSourcesToRead(trx, keys)).filter(source => source.parent === parent)
  if (own.some(source => isSamePlace(source.place, place)))
    throw notAllowed(field, message('refusal.sourceTwice'))
  if (own.length >= mostSources)
    throw notAllowed(field, message('refusal.sourcesTooMany', { most: mostSources }))
}

/** Whether the place is the calendar with the plan. */
async function isSelected(trx: Transaction, place: SourcePlace): Promise<boolean> {
  return place.kind === 'calendar' && (await readCalendar(trx))?.calendarId === place.calendarId
}

function isSamePlace(one: SourcePlace | typeof unreadable, other: SourcePlace): boolean {
  if (one === unreadable) return false
  return one.kind === 'calendar'
    ? other.kind === 'calendar' && one.calendarId === other.calendarId
    : other.kind === 'address' && one.address === other.address
}

/** Removes a source and its absences. Does nothing when it is not there. */
export async function removeAbsenceSource(
  trx: Transaction,
  { id, ...by }: ChangeOrigin & { id: string },
): Promise<ChangeOutcome> {
  const known = (await readAbsenceSources(trx)).find(source => source.id === id)
  if (known === undefined) return nothingChanged
  const before = sourceFacts(known, await nightsIn(trx, id))
  await deleteAbsenceSource(trx, id)
  const entry = { action: 'absence-source-removed', night: null, before, after: null }
  return recordChange(trx, [entry], by, await readChangeFacts(trx, by.now))
}

/** What a read of a source found; without nights where nothing changed or could be read. */
interface SourceReading {
  id: string
  outcome: SourceOutcome
  nights?: readonly NightRange[]
  version?: SourceVersion
}

/**
 * Saves what a read of a source found. Plans again only when nights of the plan differ; a failed read keeps the
 * nights of the previous one. Does nothing for a source that was removed meanwhile.
 */
export async function saveSourceReading(
  trx: Transaction,
  { id, outcome, nights, version, ...by }: ChangeOrigin & SourceReading,
): Promise<ChangeOutcome> {
  const known = (await readAbsenceSources(trx)).find(source => source.id === id)
  if (known === undefined) return nothingChanged
  await saveSourceOutcome(trx, id, { outcome, now: by.now, ...(version && { version }) })
  if (nights === undefined) return nothingChanged

  const facts = await readChangeFacts(trx, by.now)
  const { lookAheadDays } = facts.settings
  const planned = { from: facts.tonight, to: facts.tonight.add({ days: lookAheadDays - 1 }) }
  const before = await nightsIn(trx, id)
  await saveSourceAbsences(trx, id, nights)
  if (textOf(withinNights(before, planned)) === textOf(withinNights(nights, planned)))
    return nothingChanged
  const entry = {
    action: 'source-absences-changed',
    night: null,
    before: sourceFacts(known, withinNights(before, planned)),
    after: sourceFacts(known, withinNights(nights, planned)),
  }
  return recordChange(trx, [entry], by, facts)
}

async function nightsIn(trx: Transaction, id: string): Promise<NightRange[]> {
  const found = await readSourceAbsences(trx)
  return found.filter(({ source }) => source === id).map(({ from, to }) => ({ from, to }))
}

function textOf(ranges: readonly NightRange[]): string {
  return ranges.map(({ from, to }) => `${from.toString()}/${to.toString()}`).join()
}

/** A source for the history: whose it is, its name, and how many nights it has. */
function sourceFacts(
  source: Pick<AbsenceSource, 'id' | 'parent' | 'name'>,
  ranges: readonly NightRange[],
) {
  return sourceCodec.write(source, countNights(ranges))
}

/** The nights in these ranges, those before `from` left out. */
export function countNights(ranges: readonly NightRange[], from?: Temporal.PlainDate): number {
  return ranges.reduce((sum, range) => {
    const first = from && isBefore(range.from, from) ? from : range.from
    return sum + Math.max(0, first.until(range.to).days + 1)
  }, 0)
}
