// The types of the control plane, for its routes and its client.

/** A person's account with the provider. */
export interface EmulatorAccount {
  email: string
  name: string
  subject: string
  emailVerified: boolean
}

export type EmulatorRole = 'owner' | 'writer' | 'writerWithoutPrivateAccess' | 'reader'

/** A calendar; `roles` says who sees it, and with what rights, by email. */
export interface EmulatorCalendar {
  id: string
  summary: string
  timeZone: string
  primaryOf: string | null
  roles: Record<string, EmulatorRole>
  /** A person hid it from their list; only `showHidden` lists it. */
  hidden?: boolean
}

interface EventTime {
  date?: string
  dateTime?: string
  timeZone?: string
}

interface ExtendedProperties {
  private?: Record<string, string>
  shared?: Record<string, string>
}

/** An event with everything stored about it. A deleted one stays, with status `cancelled`. */
export interface EmulatorEvent {
  id: string
  etag: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  created: string
  updated: string
  summary?: string
  description?: string
  location?: string
  transparency?: 'opaque' | 'transparent'
  start: EventTime
  end: EventTime
  reminders?: { useDefault: boolean; overrides?: { method: string; minutes: number }[] }
  extendedProperties?: ExtendedProperties
  visibility?: 'default' | 'public' | 'private' | 'confidential'
  /** Kept as it is, not unfolded. */
  recurrence?: string[]
}

/** A person's change of an event, merged like a PATCH: null removes a field. */
export interface EventEdit {
  id?: string
  status?: 'confirmed' | 'tentative' | 'cancelled'
  summary?: string | null
  description?: string | null
  location?: string | null
  start?: { [Key in keyof EventTime]?: string | null }
  end?: { [Key in keyof EventTime]?: string | null }
  visibility?: EmulatorEvent['visibility'] | null
  recurrence?: string[] | null
  extendedProperties?: {
    private?: Record<string, string | null> | null
    shared?: Record<string, string | null> | null
  } | null
}

/** The requests that a fault applies to; `path` and `query` are sources of regular expressions. */
export interface RequestMatch {
  path: string
  query?: string
  method?: string
  /** The number of requests; without it, all until `clearFaults`. */
  count?: number
}

/** Answers with Google's error body; 502 and 504 without a reason are Google's HTML page. */
export interface FailRule extends RequestMatch {
  status: number
  reason?: string
  retryAfterSeconds?: number
}

/** Delays the request (`before` it takes effect) or its response (`after`). */
export interface DelayRule extends RequestMatch {
  milliseconds: number
  when?: 'before' | 'after'
}

/** Cuts the connection without a response, `before` or `after` the request has taken effect. */
export interface DropRule extends RequestMatch {
  when: 'before' | 'after'
}

export interface RecordedRequest {
  at: string
  method: string
  path: string
  query: string
  /** null while there is no response; it stays null if the connection was cut. */
  status: number | null
}

/**
 * What happens to notifications from now on. `release` and `release-reversed` send what was
 * held, in order or from the last to the first, and then deliver as usual.
 */
type NotificationMode = 'deliver' | 'duplicate' | 'drop' | 'hold' | 'release' | 'release-reversed'

export interface NotificationSettings {
  mode?: NotificationMode
  /** The wait before the second attempt; it doubles with each further one. */
  retryBaseMilliseconds?: number
  /** Whether the sync message of a new channel arrives before or after the answer to watch. */
  syncMessage?: 'before' | 'after'
}

export interface RecordedDelivery {
  channelId: string
  resourceId: string
  messageNumber: number
  state: 'sync' | 'exists'
  address: string
  attempts: number
  /** The receiver's last status; null when there was none. */
  status: number | null
  outcome: 'pending' | 'held' | 'dropped' | 'retrying' | 'delivered' | 'lost'
}

export interface EmulatorChannel {
  id: string
  resourceId: string
  calendarId: string
  email: string
  address: string
  /** Milliseconds since 1970. */
  expiration: number
  stopped: boolean
  /** The headers that a notification would have now, for tests that send it themselves. */
  headers: Record<string, string>
}

export type TombstoneMode = 'usual' | 'refuse' | 'other-etag'

/** What is wrong with the id tokens of the next sign-ins. */
export type IdTokenFault = 'signature' | 'issuer' | 'audience' | 'nonce' | 'expired'

export interface Consent {
  email: string
  deny?: boolean
  /** The ticked scopes; by default, all that were requested. openid and email cannot be unticked. */
  scopes?: string[]
}

/** Everything a test may do to the emulator. Each call is one request to /__control. */
export interface Control {
  /** Restores the initial state: seeded accounts and calendars, no events, grants or faults, the real clock. */
  reset(): Promise<void>

  fail(rule: FailRule): Promise<void>
  delay(rule: DelayRule): Promise<void>
  /** Ends every running delay. */
  releaseDelayed(): Promise<void>
  drop(rule: DropRule): Promise<void>
  clearFaults(): Promise<void>

  requests(): Promise<RecordedRequest[]>
  clearRequests(): Promise<void>

  calendars(): Promise<EmulatorCalendar[]>
  /** Adds a calendar, or changes its name, zone and roles. */
  saveCalendar(calendar: {
    id: string
    summary: string
    timeZone?: string
    roles: Record<string, EmulatorRole>
    hidden?: boolean
  }): Promise<void>
  removeCalendar(calendarId: string): Promise<void>

  /** All events of a calendar, deleted ones too, by start. */
  events(calendarId: string): Promise<EmulatorEvent[]>
  createEvent(calendarId: string, event: EventEdit): Promise<EmulatorEvent>
  editEvent(calendarId: string, eventId: string, edit: EventEdit): Promise<EmulatorEvent>
  removeEvent(calendarId: string, eventId: string): Promise<void>
  /** From now on a deleted event cannot be made confirmed again: 403 forbidden. */
  refuseUndelete(refuse?: boolean): Promise<void>

  /** From now on PATCH and PUT answer 200 and change nothing, as they do for an event of someone else. */
  ignoreUpdates(ignore?: boolean): Promise<void>
  /**
   * What If-Match means for a removed event: `refuse` answers 412 to every etag; `other-etag` gives the
   * tombstone in a list another etag than the event itself has.
   */
  tombstones(mode: TombstoneMode): Promise<void>
  /** From now on a PATCH with `recurrence: null` is answered with 400. */
  refuseNullRecurrence(refuse?: boolean): Promise<void>

  /** Invalidates all sync tokens: they are answered with 410 fullSyncRequired. */
  expireSyncTokens(): Promise<void>
  /** The maximum page length; null removes the limit. `emptyFirst`: a list starts with an empty page. */
  limitPages(limit: { size: number | null; emptyFirst?: boolean }): Promise<void>

  /** Revokes all tokens of that account, or of all accounts, as a person can on Google's account page. */
  revokeGrants(email?: string): Promise<void>
  /** From now on each refresh answers with a new refresh token as well. */
  rotateRefreshTokens(rotate?: boolean): Promise<void>
  /** The application is in Testing: refresh tokens end after seven days, and the answer says so. */
  testingMode(on?: boolean): Promise<void>
  /** The browser knows this account: only `select_account` asks for another. Null forgets it. */
  rememberAccount(email: string | null): Promise<void>
  spoilIdTokens(fault: IdTokenFault | null): Promise<void>
  changeAccount(
    email: string,
    change: { name?: string; subject?: string; emailVerified?: boolean },
  ): Promise<void>
  /** Consents as a person would in a browser. Returns the address to which the browser is redirected. */
  consent(authorizationUrl: string, consent: Consent): Promise<string>

  notifications(settings: NotificationSettings): Promise<void>
  deliveries(): Promise<RecordedDelivery[]>
  channels(): Promise<EmulatorChannel[]>
  /** Expires that channel, or all: they get no more notifications. */
  expireChannel(channelId?: string): Promise<void>

  /** Sets the emulator's clock. It continues from this instant. */
  setClock(instant: Temporal.Instant | string): Promise<void>
  advanceClock(duration: Temporal.DurationLike): Promise<void>
}
