/** What we ask of a calendar, in plain types. Every operation may throw a CalendarError. */
export interface CalendarPort {
  /** All calendars of the account, also those it may only read. */
  listCalendars(): Promise<CalendarSummary[]>
  /** The event as it stands, also when it was removed (status `cancelled`); null when there never was one. */
  getEvent(calendarId: string, eventId: string): Promise<RemoteEvent | null>
  /** Throws `event-exists` when the id was ever used in this calendar, also by an event since removed. */
  insertEvent(calendarId: string, draft: EventDraft): Promise<RemoteEvent>
  /**
   * Writes what the draft says and leaves everything else of the event as the family has it; a
   * removed event comes back. Throws `event-stale` when the event is no longer at `etag`,
   * `event-gone` when there is nothing to write to.
   */
  updateEvent(calendarId: string, etag: string, draft: EventDraft): Promise<RemoteEvent>
  /** An event that is already gone is done. Throws `event-stale` when it is no longer at `etag`. */
  removeEvent(calendarId: string, eventId: string, etag: string): Promise<void>
}

export interface CalendarSummary {
  id: string
  name: string
  /** Whether the account may change its events. */
  writable: boolean
  primary: boolean
  /** IANA name, e.g. `Europe/Paris`; null where the provider says none. */
  timeZone: string | null
}

export interface EventDraft {
  eventId: string
  summary: string
  description: string
  night: Temporal.PlainDate
  properties: EventProperties
}

/** Private properties by which our own events are known; values are text at the provider. */
export interface EventProperties {
  app: string
  night: string
  generation: string
  hash: string
}

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled'

export interface RemoteEvent {
  eventId: string
  etag: string
  status: EventStatus
  /** Empty where the event has no title. */
  summary: string
  /** First day of an all-day event; null when the event has hours, or was removed. */
  startDate: Temporal.PlainDate | null
  /** The day after the last one (exclusive, as calendars have it); null like `startDate`. */
  endDate: Temporal.PlainDate | null
  /** Private properties; ours are `EventProperties`, but people and programs may change them. */
  properties: Record<string, string>
}

/**
 * Gives a token that should be accepted. With `afterUnauthorized` the provider has just refused
 * that token: another one is wanted.
 */
export type AccessToken = (options?: { afterUnauthorized?: string }) => Promise<string>
