import type { BusyRequest, BusyTimes } from './busy/busy-time.ts'

/** A calendar provider, in plain types. Every operation may throw a CalendarError. */
export interface CalendarPort {
  readonly quota: CalendarQuota
  /** Whether a full list of our events also has the ones that a person removed. */
  readonly remembersRemoved: boolean
  /** Part of every sync token: raised when reads of changes change, so that stored tokens are not used again. */
  readonly syncShapeVersion: number
  /** Absent for a provider that sends none; the calendar is then polled. */
  readonly notifications?: CalendarNotifications
  /** All calendars of the account, including read-only ones. */
  listCalendars(): Promise<CalendarSummary[]>
  /** Makes a calendar that the account may write. Absent where the account may not make any. */
  readonly createCalendar?: (calendar: { name: string }) => Promise<CalendarSummary>
  /**
   * The current event. A removed one has the status `cancelled` where the provider remembers removed events, and
   * is null elsewhere, like one that never existed.
   */
  getEvent(calendarId: string, eventId: string): Promise<RemoteEvent | null>
  /**
   * Throws `event-exists` when the calendar has the id, or another calendar of the account where ids are unique
   * there; also for an event removed since, where the provider remembers it.
   */
  insertEvent(calendarId: string, draft: EventDraft): Promise<RemoteEvent>
  /**
   * Writes the draft and leaves the other fields as the family set them. A removed event is restored where the
   * provider remembers it. Throws `event-stale` when the event is no longer at `etag`, `event-gone` when it cannot
   * be written. Some servers check and write in two steps: there, two writes at the same moment may both succeed,
   * and the next read shows which one stands.
   */
  updateEvent(calendarId: string, etag: string, draft: EventDraft): Promise<RemoteEvent>
  /** Does nothing for an event that is already removed. Throws `event-stale` when it is no longer at `etag`. */
  removeEvent(calendarId: string, eventId: string, etag: string): Promise<void>
  /**
   * The events that changed since the read that returned `syncToken`, removed ones included; for `null` every
   * event of ours, and perhaps others. Only the last version of an event is returned. Throws `sync-token-expired` when
   * the provider no longer accepts the token; the caller then reads everything. Some servers list everything
   * themselves, without what was removed since.
   */
  listChanges(calendarId: string, since: { syncToken: string | null }): Promise<CalendarChanges>
  /**
   * The events with our `app` property that end after the start of `from`, including the removed ones that
   * the provider still lists. Does not use a sync token.
   */
  listOurEvents(calendarId: string, range: { from: Temporal.PlainDate }): Promise<RemoteEvent[]>
  /**
   * When the person of a calendar is busy, and nothing else of their events; without ours. Throws TooMuchError for a
   * calendar that takes too long to read.
   */
  readBusy(calendarId: string, request: BusyRequest): Promise<BusyTimes>
}

export interface CalendarNotifications {
  /** Opens a notification channel. The first notification may arrive before the response. */
  watch(calendarId: string, channel: ChannelRequest): Promise<ChannelAnswer>
  /** Does nothing for a channel that the provider does not know or no longer lets us stop. */
  stopChannel(channel: { channelId: string; resourceId: string }): Promise<void>
}

export type CalendarCall =
  | Exclude<keyof CalendarPort, 'quota' | 'remembersRemoved' | 'syncShapeVersion' | 'notifications'>
  | keyof CalendarNotifications

/** A provider's rate limit, in its own units. */
export interface CalendarQuota {
  /** Units that may be spent at once after a pause. */
  burst: number
  /** Units added each second, up to `burst`. */
  unitsPerSecond: number
  /** The cost of each kind of call. */
  units: { read: number; insert: number; update: number; remove: number }
}

/** The result of a read of changes; the next read continues from `nextSyncToken`. */
export interface CalendarChanges {
  events: RemoteEvent[]
  nextSyncToken: string
  /** The calendar is at another version than the token, but no change is listed: a comparison shows what is missing. */
  mayHaveMissed?: boolean
}

export interface ChannelRequest {
  /** A new UUID for each channel. */
  channelId: string
  /** Sent with every notification; proves that it is for us. */
  token: string
  /** Where the provider sends notifications: a public https address. */
  address: string
  /** The requested lifetime; the provider's default when unset. */
  ttlSeconds?: number
}

export interface ChannelAnswer {
  /** The provider's id of the watched resource; needed to stop the channel. */
  resourceId: string
  /** When the channel expires; the provider never renews it. */
  expiration: Temporal.Instant
}

export interface CalendarSummary {
  id: string
  name: string
  /** Whether the account may change its events. */
  writable: boolean
  /** Whether private events come without their details. */
  hidesPrivate?: true
  primary: boolean
  /** IANA name, e.g. `Europe/Paris`; null when the provider gives none. */
  timeZone: string | null
}

export interface EventDraft {
  eventId: string
  summary: string
  description: string
  night: Temporal.PlainDate
  properties: EventProperties
}

/** The private properties that mark our events; providers store them as text. */
export interface EventProperties {
  app: string
  night: string
  generation: string
  hash: string
  /** `linesHash` of our lines in the description. */
  lines: string
  /** Who does the night and why, so that a household restored from a backup can read it back. */
  caregiver: string
  reason: string
  /** `installationMark` of the installation that wrote the event. */
  installation?: string
}

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled'

export interface RemoteEvent {
  eventId: string
  etag: string
  status: EventStatus
  /** Empty when the event has no title. */
  summary: string
  /** Empty when the event has none. The calendar's editor may have turned it into HTML. */
  description: string
  /** First day of an all-day event; null when the event has hours or was removed. */
  startDate: Temporal.PlainDate | null
  /** The day after the last one, as calendars store it; null like `startDate`. */
  endDate: Temporal.PlainDate | null
  /** Whether a person made it a recurring event. */
  repeats: boolean
  /** Private properties. Ours are `EventProperties`, but people and programs may change them. */
  properties: Record<string, string>
  /** The event is private and its details are hidden from the account. */
  detailsHidden?: true
  /** An event of ours that cannot be read; only its id and version are known. Foreign ones are never returned. */
  unreadable?: true
}

/**
 * Returns an access token. `afterUnauthorized` is a token that the provider has just refused; then another
 * one is needed.
 */
export type AccessToken = (options?: { afterUnauthorized?: string }) => Promise<string>
