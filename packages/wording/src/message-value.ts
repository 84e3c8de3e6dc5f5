/** A value of a message. Dates and lists are formatted for the language. */
export type MessageValue =
  | string
  | number
  | Temporal.PlainDate
  | readonly string[]
  | readonly Temporal.PlainDate[]
