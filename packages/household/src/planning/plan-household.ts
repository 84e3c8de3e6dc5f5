import {
  appendHistory,
  readAwayRanges,
  readNights,
  readParents,
  readRecord,
  readSettings,
  removeNights,
  requestWork,
  saveLastPlannedOn,
  saveNights,
  type Transaction,
} from '@night-routine/database'
import { planNights } from '@night-routine/fairness'
import { longestHorizon } from '../longest-horizon.ts'
import { planChanges } from './plan-changes.ts'
import { planHistory, type Author } from './plan-history.ts'
import { horizonEnd, planningRequest, type PlanningFacts } from './planning-request.ts'
import { tonight as tonightOf } from '../tonight.ts'

/** `changed`: nights whose caregiver is another than before, first plans and removals included. */
export interface PlanOutcome {
  changed: Temporal.PlainDate[]
  openNights: Temporal.PlainDate[]
}

/**
 * Plans the household's nights and writes only those that differ (fairness.md section 6), with their
 * history. Call it inside `householdTransaction`. Requests `push` when it wrote something; for writes
 * of its own (an override, a newly selected calendar) the caller requests it.
 */
export async function planHousehold(
  trx: Transaction,
  { now, author }: { now: Temporal.Instant; author: Author },
): Promise<PlanOutcome> {
  const { timeZone, lastPlannedOn, ...facts } = await readFacts(trx, now)
  const request = planningRequest(facts)
  const planned = request === null ? [] : planNights(request).nights
  const changes = planChanges({ stored: facts.stored, planned, lastNight: horizonEnd(facts) })

  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  await saveNights(trx, changes.save, today)
  await removeNights(trx, changes.remove)
  await appendHistory(trx, planHistory(changes, { at: now, author }))
  if (changes.save.length + changes.remove.length > 0) await requestWork(trx, 'push')
  if (lastPlannedOn === null || !lastPlannedOn.equals(facts.tonight))
    await saveLastPlannedOn(trx, facts.tonight)

  const reassigned = changes.reassigned.map(({ night }) => night)
  const changed = [...changes.added, ...reassigned, ...changes.remove]
  return {
    changed: changed.toSorted((one, other) => Temporal.PlainDate.compare(one, other)),
    openNights: planned.filter(({ caregiver }) => caregiver === null).map(({ night }) => night),
  }
}

async function readFacts(trx: Transaction, now: Temporal.Instant) {
  const settings = await readSettings(trx)
  const { timeZone, lookAheadDays, countFrom, lastPlannedOn } = settings
  const tonight = tonightOf(settings, now)
  const parents = await readParents(trx)
  const ranges = await readAwayRanges(trx)
  const away = (parent: 'a' | 'b') => ({
    weekdays: parents[parent].weekdaysAway,
    ranges: ranges.filter(range => range.parent === parent).map(({ from, to }) => ({ from, to })),
  })
  return {
    tonight,
    timeZone,
    lookAheadDays,
    countFrom,
    lastPlannedOn,
    away: { a: away('a'), b: away('b') },
    record: await readRecord(trx, { from: countFrom, before: tonight }),
    stored: await readNights(trx, tonight, tonight.add({ days: longestHorizon })),
  } satisfies PlanningFacts & Record<string, unknown>
}
