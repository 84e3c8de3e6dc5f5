/** What helps: a retry later, a person who signs in again, or nothing. */
export type CalendarErrorClass = 'retry' | 'reconnect' | 'give-up'

export type CalendarErrorReason = keyof typeof faults

/** Every way a calendar call or a sign-in can fail: its class, and words for people. */
const faults = {
  'event-exists': { class: 'retry', words: 'The event is already in the calendar.' },
  'event-stale': {
    class: 'retry',
    words: 'The event has changed in the calendar in the meantime.',
  },
  'event-gone': { class: 'retry', words: 'The event is no longer in the calendar.' },
  'sync-token-expired': {
    class: 'retry',
    words: 'Google has forgotten how far we read the calendar, so we’ll read it all again.',
  },
  'rate-limited': { class: 'retry', words: 'Google asks us to slow down.' },
  'usage-limit': {
    class: 'retry',
    words: 'Google won’t let this account change its calendar for a few hours.',
  },
  unavailable: { class: 'retry', words: 'Google isn’t responding. We’ll keep trying.' },
  timeout: { class: 'retry', words: 'Google took too long to answer.' },
  unauthorized: { class: 'reconnect', words: 'Google asks you to reconnect the calendar.' },
  'scope-missing': {
    class: 'reconnect',
    words: 'A permission for the calendar is missing. Reconnect and tick every box.',
  },
  'calendar-gone': {
    class: 'give-up',
    words: 'The selected calendar is gone, or is no longer shared with this account.',
  },
  forbidden: { class: 'give-up', words: 'This account can’t change the selected calendar.' },
  'night-refused': {
    class: 'give-up',
    words: 'Google won’t let us change the event of a night.',
  },
  'not-a-calendar-user': {
    class: 'give-up',
    words: 'This Google account has no calendar yet. Open calendar.google.com with it once.',
  },
  'api-disabled': {
    class: 'give-up',
    words: 'The Google Calendar API isn’t switched on in this installation’s Google project.',
  },
  'client-refused': {
    class: 'give-up',
    words: 'Google doesn’t accept this installation’s client ID and secret.',
  },
  'request-refused': { class: 'give-up', words: 'Google didn’t understand the request.' },
} as const satisfies Record<string, { class: CalendarErrorClass; words: string }>

/** Every reason. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const calendarErrorReasons = Object.keys(faults) as CalendarErrorReason[]

/**
 * A failure at the calendar provider or on the way to it. It has no `cause`: errors of the libraries hold
 * tokens and event titles, and errors end up in logs.
 */
export class CalendarError extends Error {
  override readonly name = 'CalendarError'
  readonly class: CalendarErrorClass
  readonly reason: CalendarErrorReason
  /** One or two sentences for people; `message` adds details for an operator. */
  readonly words: string
  /** The wait that the provider asks for, if it names one. */
  readonly retryAfterSeconds: number | null

  constructor(
    reason: CalendarErrorReason,
    {
      detail = '',
      retryAfterSeconds = null,
    }: { detail?: string; retryAfterSeconds?: number | null } = {},
  ) {
    const { class: errorClass, words } = faults[reason]
    super(detail === '' ? words : `${words} (${detail})`)
    this.class = errorClass
    this.reason = reason
    this.words = words
    this.retryAfterSeconds = retryAfterSeconds
  }
}
