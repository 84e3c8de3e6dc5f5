/** A text that is no iCalendar file, or is cut off. */
export class NotACalendarError extends Error {
  override readonly name = 'NotACalendarError'
}

/** A calendar that takes more time or memory than that of any person. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError'
}
