import type { QuietHours } from '@night-routine/database/notifications'

export interface HouseholdClock {
  timeZone: string
  /** The hour at which tonight becomes last night. */
  dayTurnsAtHour: number
}

/** After this time a reminder is no longer sent, for example because the worker was down. */
const latestReminder = { hours: 4 }

/** When the reminder of a night comes: a time before the day turns belongs to the morning after. */
export function reminderInstant(
  night: Temporal.PlainDate,
  reminderAt: Temporal.PlainTime,
  { timeZone, dayTurnsAtHour }: HouseholdClock,
): Temporal.Instant {
  const days = reminderAt.hour < dayTurnsAtHour ? 1 : 0
  return night.add({ days }).toZonedDateTime({ timeZone, plainTime: reminderAt }).toInstant()
}

/** Whether the reminder of tonight may be sent now: from its time on, for four hours at most. */
export function reminderDue(
  { reminderAt, tonight }: { reminderAt: Temporal.PlainTime | null; tonight: Temporal.PlainDate },
  clock: HouseholdClock,
  now: Temporal.Instant,
): boolean {
  if (reminderAt === null) return false
  const from = reminderInstant(tonight, reminderAt, clock)
  return (
    Temporal.Instant.compare(from, now) <= 0 &&
    Temporal.Instant.compare(now, from.add(latestReminder)) < 0
  )
}

/** The end of the quiet hours that hold now, by the wall clock; undefined when none do. */
export function quietUntil(
  quiet: QuietHours | null,
  { timeZone }: Pick<HouseholdClock, 'timeZone'>,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  if (quiet === null) return undefined
  const local = now.toZonedDateTimeISO(timeZone).toPlainDateTime()
  const time = local.toPlainTime()
  if (!isQuietAt(time, quiet)) return undefined
  const days = Temporal.PlainTime.compare(time, quiet.to) < 0 ? 0 : 1
  const end = local.toPlainDate().add({ days }).toPlainDateTime(quiet.to)
  // Where clocks repeat that time, the quiet hours last until its second coming.
  return end.toZonedDateTime(timeZone, { disambiguation: 'later' }).toInstant()
}

/** Whether a time of day lies in the quiet hours. A reminder there would never come on time. */
export function isQuietAt(time: Temporal.PlainTime, { from, to }: QuietHours): boolean {
  const isAfterStart = Temporal.PlainTime.compare(time, from) >= 0
  const isBeforeEnd = Temporal.PlainTime.compare(time, to) < 0
  return Temporal.PlainTime.compare(from, to) < 0
    ? isAfterStart && isBeforeEnd
    : isAfterStart || isBeforeEnd
}
