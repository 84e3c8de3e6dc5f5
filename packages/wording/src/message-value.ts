/** What a message may be given: a date is said as people say it, several values as a list. */
export type MessageValue =
  string | number | Temporal.PlainDate | readonly string[] | readonly Temporal.PlainDate[]
