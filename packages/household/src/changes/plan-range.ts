import { isDeepStrictEqual } from 'node:util'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import { readNights, type ParentId } from '@night-routine/database/nights'
import { message } from '@night-routine/wording'
import { keyed } from '../night-ranges.ts'
import { rangeCodec } from '../recorded-facts.ts'
import { isBefore } from '../tonight.ts'
import { readChangeFacts, type ChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { fixed, sameState } from './night-state.ts'
import { aYearBefore, rangeNights, type RangePattern } from './range-nights.ts'
import {
  decideNights,
  lastChange,
  nothingChanged,
  outcomeOf,
  type ChangeOutcome,
  type NightStep,
} from './record-change.ts'
import { notAllowed } from './refusal.ts'

/** A range of nights that a person plans, both ends included. */
export interface RangePlan {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  pattern: RangePattern
  /** Who begins, where parents take turns; null: the parent who doesn't have the night before. */
  first: ParentId | null
}

/**
 * Plans a range of nights as a person chose, up to a year ahead: gives each to a parent and locks it, as one change. A
 * booked babysitter keeps the night. Repeating the request changes nothing.
 * @throws ChangeRefusal `not-allowed` (field `from`, `to` or `pattern`)
 */
export async function planRange(
  trx: Transaction,
  { from, to, pattern, first, ...by }: ChangeOrigin & RangePlan,
): Promise<ChangeOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const range = await readRange(trx, { from, to, pattern, first }, facts)
  const after = rangeCodec.write({ from, to, pattern })
  if (range.steps.length === 0) {
    const entries = await lastChange(trx, range.nights[0]?.night ?? from)
    const isSame = entries.some(entry => isDeepStrictEqual(entry.after, after))
    return isSame ? outcomeOf(entries) : nothingChanged
  }
  const entry = { action: 'range-planned', night: null, before: null, after }
  return decideNights(trx, range.steps, { ...by, others: [entry] }, facts)
}

/**
 * What planning a range would decide.
 * @throws ChangeRefusal as `planRange`
 */
export async function readRange(
  q: Queryable,
  { from, to, pattern, first }: RangePlan,
  { tonight, today }: Pick<ChangeFacts, 'tonight' | 'today'>,
) {
  const last = tonight.add({ years: 1 })
  for (const [field, night] of Object.entries({ from, to }))
    if (isBefore(night, tonight) || isBefore(last, night))
      throw notAllowed(field, message('refusal.rangeAhead'))
  if (isBefore(to, from))
    throw notAllowed('to', message('refusal.endsBeforeItBegins', { date: from }))

  const dayBefore = from.subtract({ days: 1 })
  const stored = keyed(await readNights(q, dayBefore, to))
  const past = await readNights(q, aYearBefore(from), aYearBefore(to))
  const lastYear = new Map(
    past.flatMap(({ night, caregiver }) =>
      caregiver === 'a' || caregiver === 'b' ? [[night.toString(), caregiver]] : [],
    ),
  )
  if (pattern === 'last-year' && lastYear.size === 0)
    throw notAllowed('pattern', message('refusal.notOffered'))

  const all = Array.from({ length: from.until(to).days + 1 }, (_, days) => from.add({ days }))
  const known = (night: Temporal.PlainDate) => stored.get(night.toString())
  const begins = first ?? (known(dayBefore)?.caregiver === 'a' ? 'b' : 'a')
  const nights = rangeNights(
    all.filter(night => known(night)?.caregiver !== 'babysitter'),
    { pattern, first: begins, lastYear },
  ).map(({ night, caregiver }) => {
    const before = known(night)
    const decision = fixed(night, { caregiver, babysitter: null }, { before, today })
    return { night, caregiver, step: { action: 'night-given', before, decision } as const }
  })
  return {
    nights,
    /** Of the nights that this changes. */
    steps: nights.flatMap(({ step }): NightStep[] =>
      step.before && sameState(step.before, step.decision) ? [] : [step],
    ),
    /** The nights of babysitters, which stay. */
    kept: all
      .flatMap(night => known(night) ?? [])
      .filter(night => night.caregiver === 'babysitter'),
    begins,
    hasLastYear: lastYear.size > 0,
  }
}
