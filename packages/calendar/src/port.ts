/** What we ask of a calendar, in plain types. Every operation may throw a CalendarError. */
export interface CalendarPort {
  /** How fast the provider lets us call. */
  readonly quota: CalendarQuota
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
  /**
   * Every event that changed since the read that gave `syncToken`, removed ones too; every event of
   * the calendar for `null`. Of an event that changed twice there is the last version only. Throws
   * `sync-token-expired` when the calendar no longer knows the token: read everything then.
   */
  listChanges(calendarId: string, since: { syncToken: string | null }): Promise<CalendarChanges>
  /**
   * The events that carry our `app` property and end after the beginning of `from`, removed ones
   * too, as far as the calendar remembers them. Uses up no sync token.
   */
  listOurEvents(calendarId: string, range: { from: Temporal.PlainDate }): Promise<RemoteEvent[]>
  /** Asks to be told of changes. The first message may come before the answer. */
  watch(calendarId: string, channel: ChannelRequest): Promise<ChannelAnswer>
  /** A channel that the provider does not know, or no longer lets us stop, is done. */
  stopChannel(channel: { channelId: string; resourceId: string }): Promise<void>
}

/** What a caller may ask of a calendar, besides its data. */
export type CalendarCall = Exclude<keyof CalendarPort, 'quota'>

/** How many calls a provider takes, in its own units. */
export interface CalendarQuota {
  /** Units that may be spent at once, after a pause. */
  burst: number
  /** Units for each second that passes, up to `burst`. */
  unitsPerSecond: number
  /** What each kind of call costs. */
  units: { read: number; insert: number; update: number; remove: number }
}

/** What a read of changes brings; `nextSyncToken` leads on from there. */
export interface CalendarChanges {
  events: RemoteEvent[]
  nextSyncToken: string
}

export interface ChannelRequest {
  /** UUID, never used before. */
  channelId: string
  /** Sent along with every message, to prove that it is meant for us. */
  token: string
  /** Where messages are sent: https, and public. */
  address: string
  /** The life we wish for; unset: the provider's own. */
  ttlSeconds?: number
}

export interface ChannelAnswer {
  /** The provider's name for what is watched; needed to stop the channel. */
  resourceId: string
  /** When the channel ends; it never renews itself. */
  expiration: Temporal.Instant
}

export interface CalendarSummary {
  id: string
  name: string
  /** Whether the account may change its events. */
  writable: boolean
  /** Whether events that people marked private come without their details. */
  hidesPrivate?: true
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
  /** `linesHash` of our lines in the description. */
  lines: string
  /** Who does the night, and why: so that a household restored from a backup knows it again. */
  caregiver: string
  reason: string
}

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled'

export interface RemoteEvent {
  eventId: string
  etag: string
  status: EventStatus
  /** Empty where the event has no title. */
  summary: string
  /** Empty where the event has none. A person's editor may have made HTML of it. */
  description: string
  /** First day of an all-day event; null when the event has hours, or was removed. */
  startDate: Temporal.PlainDate | null
  /** The day after the last one (exclusive, as calendars have it); null like `startDate`. */
  endDate: Temporal.PlainDate | null
  /** Whether somebody made a series of it. */
  repeats: boolean
  /** Private properties; ours are `EventProperties`, but people and programs may change them. */
  properties: Record<string, string>
  /** The event is private, and the account sees only that there is one. */
  detailsHidden?: true
}

/**
 * Gives a token that should be accepted. With `afterUnauthorized` the provider has just refused
 * that token: another one is wanted.
 */
export type AccessToken = (options?: { afterUnauthorized?: string }) => Promise<string>
