import { isDeepStrictEqual } from 'node:util'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  deleteAbsence,
  deleteRepeatingAbsence,
  insertAbsence,
  insertRepeatingAbsence,
  readAbsences,
  readRepeatingAbsences,
  type Absence,
  type HistoryFacts,
  type RecordedAbsence,
  type RecordedEntry,
  type RecordedRepeatingAbsence,
  type RepeatingAbsence,
} from '@night-routine/database/nights'
import { message } from '@night-routine/wording'
import { isRepeating, nightsOfNobody, rangesOf } from '../planning/repeating-absences.ts'
import { dateIn } from '../settings/parse.ts'
import { isBefore } from '../tonight.ts'
import { readChangeFacts, type ChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { recordChange, type ChangeEntry, type ChangeOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'

/** An absence of either kind. */
export type AnyAbsence = Absence | RepeatingAbsence

/** An absence of either kind on record. */
export type RecordedAnyAbsence = RecordedAbsence | RecordedRepeatingAbsence

const nothingChanged: ChangeOutcome = { change: null, changedNights: [] }

/** The absence as stored. */
export interface AbsenceOutcome extends ChangeOutcome {
  id: bigint
}

/** Every absence of both kinds. */
export async function readEveryAbsence(q: Queryable): Promise<RecordedAnyAbsence[]> {
  return [...(await readAbsences(q)), ...(await readRepeatingAbsences(q))]
}

/**
 * Adds an absence of a parent, for one night, many, or nights that repeat; the plan goes around it. An absence that
 * is already stored is left as it is. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `not-allowed` (fields `from`, `to`, `weekdays`, `everyWeeks`, `cycle`)
 */
export async function addAbsence(
  trx: Transaction,
  { now, actor, ...asked }: ChangeOrigin & AnyAbsence,
): Promise<AbsenceOutcome> {
  const facts = await readChangeFacts(trx, now)
  const stored = await readEveryAbsence(trx)
  const absence = tidyAbsence(asked)
  checkAbsence(absence, facts, stored)
  const known = stored.find(other => isSameAbsence(other, absence))
  if (known !== undefined) return { id: known.id, ...nothingChanged }

  const added = await insertAnyAbsence(trx, absence)
  const after = absenceFacts(added)
  const entry = { action: 'absence-added', night: null, before: null, after } as const
  return { id: added.id, ...(await recordChange(trx, [entry], { now, actor }, facts)) }
}

/**
 * Removes an absence, or one that repeats. Does nothing when it is not stored. Call it inside `householdTransaction`.
 */
export async function removeAbsence(
  trx: Transaction,
  { id, repeats = false, ...by }: ChangeOrigin & { id: bigint; repeats?: boolean },
): Promise<ChangeOutcome> {
  const known = (await readEveryAbsence(trx)).find(
    absence => absence.id === id && isRepeating(absence) === repeats,
  )
  if (known === undefined) return nothingChanged
  await deleteAnyAbsence(trx, known)
  const before = absenceFacts(known)
  const entry = { action: 'absence-removed', night: null, before, after: null } as const
  return recordChange(trx, [entry], by, await readChangeFacts(trx, by.now))
}

/** Records an absence of either kind. */
async function insertAnyAbsence(
  trx: Transaction,
  absence: AnyAbsence,
): Promise<RecordedAnyAbsence> {
  if (!isRepeating(absence)) return { id: await insertAbsence(trx, absence), ...absence }
  return { id: await insertRepeatingAbsence(trx, absence), ...absence }
}

/** Removes an absence of either kind. */
async function deleteAnyAbsence(trx: Transaction, absence: RecordedAnyAbsence): Promise<void> {
  if (isRepeating(absence)) await deleteRepeatingAbsence(trx, absence.id)
  else await deleteAbsence(trx, absence.id)
}

/** Whether they are the same nights of the same parent. */
function isSameAbsence(one: AnyAbsence, other: AnyAbsence): boolean {
  return isDeepStrictEqual(absenceFacts({ ...one, id: 0n }), absenceFacts({ ...other, id: 0n }))
}

/** An absence for the history. */
function absenceFacts(absence: RecordedAnyAbsence) {
  const { id, parent, from, to } = absence
  const facts = { id: id.toString(), parent, from: from.toString(), to: to && to.toString() }
  if (!isRepeating(absence)) return facts
  const { weekdays, everyWeeks, cycle } = absence
  return { ...facts, weekdays, everyWeeks, ...(cycle && { cycle }) }
}

/** The absence with each weekday once, in order. */
export function tidyAbsence(absence: AnyAbsence): AnyAbsence {
  if (!isRepeating(absence)) return absence
  const weekdays = [...new Set(absence.weekdays)].toSorted((one, other) => one - other)
  return { ...absence, weekdays }
}

type Weekdays = Parameters<typeof nightsOfNobody>[0]

const longestAbsence = 366
/** An absence repeats at least once in so many weeks, also by a cycle. */
export const mostWeeks = 8

/**
 * Refuses an absence that is over, ends before it starts, or lasts longer than a year; and one that repeats and leaves
 * nobody for a weekday, for ever.
 * @param stored the absences on record
 * @throws ChangeRefusedError
 */
export function checkAbsence(
  absence: AnyAbsence,
  { tonight, parents }: Pick<ChangeFacts, 'tonight'> & { parents: Weekdays },
  stored: readonly AnyAbsence[],
): void {
  const { from, to } = absence
  if (isRepeating(absence)) checkRhythm(absence)
  if (to !== null && isBefore(to, from))
    throw refusal('not-allowed', 'to', message('refusal.endsBeforeItBegins', { date: from }))
  if (to !== null && isBefore(to, tonight))
    throw refusal('not-allowed', 'to', message('refusal.absenceOver'))
  if (isRepeating(absence)) {
    checkSomeNight(absence)
    checkSomebodyIsLeft(absence, parents, stored.filter(isRepeating))
  } else if (absence.from.until(absence.to).days >= longestAbsence)
    throw refusal('not-allowed', 'to', message('refusal.absenceTooLong', { most: longestAbsence }))
}

function checkRhythm({ weekdays, everyWeeks, cycle }: RepeatingAbsence): void {
  if (cycle !== undefined) return checkCycle(cycle, weekdays)
  if (weekdays.length === 0) throw refusal('not-allowed', 'weekdays', message('refusal.noWeekday'))
  if (!weekdays.every(day => Number.isInteger(day) && day >= 1 && day <= 7))
    throw refusal('not-allowed', 'weekdays', message('refusal.weekdayNumber'))
  if (!Number.isInteger(everyWeeks) || everyWeeks < 1 || everyWeeks > mostWeeks)
    throw refusal('not-allowed', 'everyWeeks', message('refusal.everyWeeks', { most: mostWeeks }))
}

function checkCycle(cycle: readonly number[], weekdays: readonly number[]): void {
  if (weekdays.length > 0) throw refusal('not-allowed', 'cycle', message('refusal.cycleOrWeekdays'))
  const most = mostWeeks * 7
  const isWhole =
    cycle.length > 0 &&
    cycle.length % 2 === 0 &&
    cycle.every(nights => Number.isInteger(nights) && nights > 0) &&
    cycle.reduce((sum, nights) => sum + nights) <= most
  if (!isWhole) throw refusal('not-allowed', 'cycle', message('refusal.cycle', { most }))
}

function checkSomeNight(absence: RepeatingAbsence): void {
  const inside = { from: absence.from, to: absence.from.add({ weeks: mostWeeks + 1 }) }
  if (rangesOf(absence, inside).length === 0)
    throw refusal('not-allowed', 'weekdays', message('refusal.neverAway'))
}

function checkSomebodyIsLeft(
  absence: RepeatingAbsence,
  parents: Weekdays,
  stored: readonly RepeatingAbsence[],
): void {
  const before = nightsOfNobody(parents, stored).map(({ dayOfWeek }) => dayOfWeek)
  const night = nightsOfNobody(parents, [...stored, absence]).find(
    ({ dayOfWeek }) => !before.includes(dayOfWeek),
  )
  const field = absence.cycle === undefined ? 'weekdays' : 'cycle'
  if (night !== undefined)
    throw refusal('not-allowed', field, message('refusal.nobodyEver', { date: night }))
}

/** What a change did to an absence. */
export interface AbsenceOfChange {
  absence: AnyAbsence
  /** It added the absence; otherwise it removed it. */
  added: boolean
}

/** The absence that a change added or removed, if it did. */
export function absenceOfChange(entries: readonly RecordedEntry[]): AbsenceOfChange | undefined {
  for (const { night, before, after } of entries) {
    const absence = night === null ? absenceIn(after ?? before) : undefined
    if (absence !== undefined) return { absence, added: after !== null }
  }
  return undefined
}

function absenceIn(facts: HistoryFacts | null): AnyAbsence | undefined {
  const { parent, from, to, weekdays, everyWeeks, cycle } = facts ?? {}
  const [first, last] = [dateIn(String(from)), dateIn(String(to)) ?? null]
  if ((parent !== 'a' && parent !== 'b') || !first) return undefined
  if (Array.isArray(weekdays) && typeof everyWeeks === 'number')
    return {
      parent,
      weekdays: weekdays.map(Number),
      everyWeeks,
      ...(Array.isArray(cycle) && { cycle: cycle.map(Number) }),
      from: first,
      to: last,
    }
  return last === null ? undefined : { parent, from: first, to: last }
}

/** Whether the absence is still as the change left it. */
export function isAbsenceInEffect(
  { absence, added }: AbsenceOfChange,
  stored: readonly RecordedAnyAbsence[],
): boolean {
  return stored.some(other => isSameAbsence(other, absence)) === added
}

/** @throws ChangeRefusedError when the absence is over, so that undoing would change no night */
export function checkAbsenceAge(absence: AbsenceOfChange, tonight: Temporal.PlainDate): void {
  if (isOver(absence, tonight)) throw refusal('too-old', 'change', message('refusal.absenceOver'))
}

/** Whether its last night is over. */
export function isOver({ absence: { to } }: AbsenceOfChange, tonight: Temporal.PlainDate): boolean {
  return to !== null && isBefore(to, tonight)
}

/**
 * Removes what the change added, or adds what it removed; the entry for the history.
 * @throws ChangeRefusedError `not-allowed`, where it would now leave nobody for a weekday
 */
export async function undoAbsence(
  trx: Transaction,
  { absence, added }: AbsenceOfChange,
  { facts, absences }: { facts: ChangeFacts; absences: readonly RecordedAnyAbsence[] },
): Promise<ChangeEntry> {
  const action = 'change-taken-back'
  if (!added) {
    checkAbsence(absence, facts, absences)
    const after = absenceFacts(await insertAnyAbsence(trx, absence))
    return { action, night: null, before: null, after }
  }
  const stored = absences.filter(other => isSameAbsence(other, absence))
  for (const each of stored) await deleteAnyAbsence(trx, each)
  const [known = { id: 0n, ...absence }] = stored
  return { action, night: null, before: absenceFacts(known), after: null }
}
