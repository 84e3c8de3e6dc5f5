import type { BusyTime } from '@night-routine/calendar'
import type { NightRange } from '@night-routine/database/nights'
import { earlier, inRanges, later } from '../night-ranges.ts'
import { isBefore } from '../tonight.ts'

/**
 * The hours of a night, in the household's zone: from 18:00 of its date until 4:00 the next morning. Anyone who is busy
 * in any part of them, at dinner or on a night shift, does not do the night.
 */
const nightHours = { from: 18, untilNextMorning: 4 }

/**
 * The nights of a window on which a person is busy, as ranges that neither touch nor overlap. A whole day is the night
 * of its date.
 */
export function nightsAway(
  busy: readonly BusyTime[],
  { from, to, timeZone }: NightRange & { timeZone: string },
): NightRange[] {
  const nights = new Set<string>()
  for (const time of busy) {
    const span =
      time.kind === 'days' ? { from: time.first, to: time.last } : nightsOf(time, timeZone)
    const last = earlier(span.to, to)
    for (let night = later(span.from, from); !isBefore(last, night); night = night.add({ days: 1 }))
      nights.add(night.toString())
  }
  return inRanges([...nights].toSorted().map(night => Temporal.PlainDate.from(night)))
}

/** The nights that these hours are a part of; empty, with its end before its start, for a day's hours. */
function nightsOf({ start, end }: Extract<BusyTime, { kind: 'hours' }>, timeZone: string) {
  const [begins, ends] = [start, end].map(at => at.toZonedDateTimeISO(timeZone).toPlainDate())
  if (begins === undefined || ends === undefined) throw new TypeError('no hours')
  // A night is over when it ends at the start, and has not begun when it begins at the end.
  const dayBefore = begins.subtract({ days: 1 })
  const isOver = Temporal.Instant.compare(endOfNight(dayBefore, timeZone), start) <= 0
  const hasBegun = Temporal.Instant.compare(startOfNight(ends, timeZone), end) < 0
  const isMoment = Temporal.Instant.compare(start, end) === 0
  const range = {
    from: isOver ? begins : dayBefore,
    to: hasBegun ? ends : ends.subtract({ days: 1 }),
  }
  return isMoment ? { from: range.from, to: range.from.subtract({ days: 1 }) } : range
}

function startOfNight(night: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return night.toZonedDateTime({ timeZone, plainTime: { hour: nightHours.from } }).toInstant()
}

function endOfNight(night: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  const plainTime = { hour: nightHours.untilNextMorning }
  return night.add({ days: 1 }).toZonedDateTime({ timeZone, plainTime }).toInstant()
}
