import type { RepeatingAbsence } from '@night-routine/database/nights'
import { isBefore, rangesOf } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { datedNight } from './dated-night.ts'

/**
 * "every other week, Mon–Thu, from Monday 5 January", or "on a roster, 4 nights away, then 2 at home, from …", with the
 * year if it differs from tonight's.
 */
export function repeatingText(
  { weekdays, everyWeeks: weeks, cycle, from, to }: Omit<RepeatingAbsence, 'parent'>,
  { tonight, wording }: { tonight: Temporal.PlainDate; wording: Wording },
): string {
  const date = (day: Temporal.PlainDate) => datedNight(day, tonight, wording)
  const values =
    cycle === undefined
      ? { weeks, days: weekdaysText(weekdays, wording), from: date(from) }
      : { weeks: 0, days: cycleText(cycle, wording), from: date(from) }
  return to === null
    ? wording.say('absence.repeats', values)
    : wording.say('absence.repeatsUntil', { ...values, to: date(to) })
}

/** Three times of any rhythm are within half a year. */
const nightsAhead = 182

/** "Next: 3, 17 and 31 January": when the next three times begin; empty once it is over. */
export function nextText(
  absence: Omit<RepeatingAbsence, 'parent'>,
  { tonight, wording }: { tonight: Temporal.PlainDate; wording: Wording },
): string {
  const start = isBefore(absence.from, tonight) ? tonight : absence.from
  const ahead = { from: start, to: start.add({ days: nightsAhead }) }
  const next = rangesOf(absence, ahead).slice(0, 3)
  if (next.length === 0) return ''
  const dates = wording.list(wording.days(next.map(({ from }) => from)))
  return wording.say('absence.next', { dates })
}

/** "Mon–Thu", "Mon, Wed": three weekdays in a row or more are a range. */
function weekdaysText(weekdays: readonly number[], wording: Wording): string {
  const runs: number[][] = []
  for (const day of weekdays.toSorted((one, other) => one - other)) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const name = (day = 1) => wording.weekday(day, 'short')
  return runs
    .flatMap(run =>
      run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(day => name(day)),
    )
    .join(', ')
}

/** "4 nights away, then 2 at home", and what follows in a longer cycle. */
function cycleText(cycle: readonly number[], { say }: Wording): string {
  const turns = cycle.flatMap((away, at) =>
    at % 2 === 0 ? [{ away, home: cycle[at + 1] ?? 0 }] : [],
  )
  return turns
    .map((turn, at) => (at === 0 ? say('absence.cycle', turn) : say('absence.cycleMore', turn)))
    .join(', ')
}
