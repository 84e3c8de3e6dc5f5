/** When a person is busy: whole days, both ends included, or hours. Nothing else of an event is kept. */
export type BusyTime =
  | { kind: 'days'; first: Temporal.PlainDate; last: Temporal.PlainDate }
  | { kind: 'hours'; start: Temporal.Instant; end: Temporal.Instant }

/** Which events of a calendar are read, and how. */
export interface BusyRequest {
  /** The first and the last day; events before and after may be returned as well. */
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  /** Of the household: for times that name no zone. */
  timeZone: string
  /** The e-mail addresses of the person, to know which invitations they declined. */
  addresses: readonly string[]
}

export type SkippedEvent = 'unreadable' | 'ends-before-start' | 'odd-rule' | 'too-many'

/** What a calendar says about a person's time. */
export interface BusyTimes {
  busy: BusyTime[]
  /** How many events were skipped, by reason; without their texts. */
  skipped: Partial<Record<SkippedEvent, number>>
}

/** A text that is no iCalendar file, or is cut off. */
export class NotACalendarError extends Error {
  override readonly name = 'NotACalendarError'
}

/** A calendar that takes more time or memory than that of any person. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError'
}
