import { caregivers, parentIds, type NightRecord } from './caregiver.ts'
import { checkDate, fail, isWeekday } from './errors.ts'
import { checkSplit } from './ledger.ts'
import type { PlanRequest } from './plan-request.ts'

const compare = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other)
const mostNights = 366

function checkSpan(field: string, from: Temporal.PlainDate, to: Temporal.PlainDate) {
  checkDate(`${field}from`, from)
  checkDate(`${field}to`, to)
  if (compare(from, to) > 0) fail(`${field}to`, to, `is before ${from.toString()}`)
}

function checkRecords(field: string, records: readonly NightRecord[]) {
  const seen = new Set<string>()
  for (const [index, { night, caregiver }] of records.entries()) {
    checkDate(`${field}[${index}].night`, night)
    if (seen.has(night.toString())) fail(`${field}[${index}].night`, night, 'is given twice')
    seen.add(night.toString())
    if (!caregivers.includes(caregiver))
      fail(`${field}[${index}].caregiver`, caregiver, 'is not a, b or babysitter')
  }
}

function checkWeekdays(field: string, weekdays: readonly number[]) {
  for (const [index, weekday] of weekdays.entries())
    if (!isWeekday(weekday))
      fail(`${field}[${index}]`, weekday, 'is not an ISO weekday from 1 to 7')
}

/**
 * Refuses a request that cannot be planned. Published nights outside `from`..`to` are accepted, because a shorter
 * look-ahead leaves some of what people have seen outside. @throws FairnessInputError for the first invalid field
 */
export function checkRequest(request: PlanRequest) {
  const { from, to, away, settled, totals, fixed, published, ratherNot } = request
  checkSpan('', from, to)
  if (from.until(to).days >= mostNights)
    fail('to', to, `is more than ${mostNights} nights from the first`)
  for (const parent of parentIds) {
    const { weekdays, ranges } = away[parent]
    checkWeekdays(`away.${parent}.weekdays`, weekdays)
    for (const [index, range] of ranges.entries())
      checkSpan(`away.${parent}.ranges[${index}].`, range.from, range.to)
    checkWeekdays(`ratherNot.${parent}.weekdays`, ratherNot?.[parent].weekdays ?? [])
  }
  checkSplit(request)
  checkRecords('settled', settled)
  checkRecords('fixed', fixed)
  checkRecords('published', published)
  for (const [index, { night }] of settled.entries())
    if (compare(night, from) >= 0)
      fail(`settled[${index}].night`, night, 'is not before the first night')
  for (const [index, { night }] of fixed.entries())
    if (compare(night, from) < 0 || compare(night, to) > 0)
      fail(`fixed[${index}].night`, night, 'is outside the plan')
  for (const parent of parentIds) {
    const total = totals?.[parent] ?? 0
    if (!Number.isSafeInteger(total) || total < 0)
      fail(`totals.${parent}`, total, 'is not a number of nights')
  }
}
