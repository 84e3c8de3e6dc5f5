import { outsideText } from '@night-routine/service'
import type { KeysBelow } from '@night-routine/wording'
import { fieldsOf } from './outside-event.ts'

/** What helps: a retry later, a person who signs in again, or nothing. */
export type CalendarErrorClass = 'retry' | 'reconnect' | 'give-up'

/** Why a calendar call failed; the sentence of each is the message `calendarError.<reason>`. */
export type CalendarErrorReason = KeysBelow<'calendarError'>

/** The reasons that any provider may have. Those of one provider are in its folder. */
const classes = {
  'event-exists': 'retry',
  'event-stale': 'retry',
  'event-gone': 'retry',
  'sync-token-expired': 'retry',
  'rate-limited': 'retry',
  'usage-limit': 'retry',
  unavailable: 'retry',
  timeout: 'retry',
  unauthorized: 'reconnect',
  'scope-missing': 'reconnect',
  'calendar-gone': 'give-up',
  forbidden: 'give-up',
  'night-refused': 'give-up',
  'night-failed': 'retry',
  'client-refused': 'give-up',
  'request-refused': 'give-up',
} as const satisfies Partial<Record<CalendarErrorReason, CalendarErrorClass>>

export type CommonReason = keyof typeof classes

/** What a failure at one event is about: that event, it or the server, or the whole calendar. */
type CalendarErrorScope = 'event' | 'unclear' | 'calendar'

/** Those of single events; every other failure is about the calendar. */
const scopes: Partial<Record<CalendarErrorReason, CalendarErrorScope>> = {
  'event-exists': 'event',
  'event-stale': 'event',
  'event-gone': 'event',
  forbidden: 'event',
  'request-refused': 'event',
  unavailable: 'unclear',
  timeout: 'unclear',
}

/** A reason that only one provider has. */
export interface OwnReason {
  reason: Exclude<CalendarErrorReason, CommonReason>
  class: CalendarErrorClass
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const commonReasons = Object.keys(classes) as CommonReason[]

/**
 * A failure at the calendar provider or on the way to it. It has no `cause`: errors of the libraries hold
 * tokens and event titles, and errors end up in logs. `message` is for operators; people read the message of
 * its `code`.
 */
export class CalendarError extends Error {
  override readonly name = 'CalendarError'
  readonly class: CalendarErrorClass
  readonly reason: CalendarErrorReason
  readonly code: `calendarError.${CalendarErrorReason}`
  readonly facts: { detail?: string }
  /** The wait that the provider asks for, if it names one. */
  readonly retryAfterSeconds: number | null
  /** What it is about when it happens at one event. */
  readonly scope: CalendarErrorScope

  constructor(
    given: CommonReason | OwnReason,
    more: { detail?: string; retryAfterSeconds?: number | null } = {},
  ) {
    const { detail = '', retryAfterSeconds = null } = more
    const { reason, class: errorClass } =
      typeof given === 'string' ? { reason: given, class: classes[given] } : given
    // Servers' own words may be part of it.
    const said = outsideText(detail, mostOfDetail)
    super(withDetail(reason, said))
    this.class = errorClass
    this.reason = reason
    this.code = `calendarError.${reason}`
    this.facts = said === '' ? {} : { detail: said }
    this.retryAfterSeconds = retryAfterSeconds
    this.scope = scopes[reason] ?? 'calendar'
  }
}

/** Whether a call failed for one of these reasons. */
export function isCalendarError(
  error: unknown,
  ...reasons: CalendarErrorReason[]
): error is CalendarError {
  return error instanceof CalendarError && reasons.includes(error.reason)
}

/** The code of a failed request, e.g. `ECONNRESET`, perhaps of its cause. Messages may hold calendar ids and addresses. */
export function codeOf(error: unknown): string {
  const { code, cause } = fieldsOf(error)
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause)
}

/** Why a sign-in failed; the sentence of each is the message `signIn.<reason>`. */
export type SignInErrorReason =
  | 'denied'
  | 'mismatch'
  | 'refused'
  | 'unproven'
  /** Id tokens are signed with an algorithm that proves nothing to us. */
  | 'algorithm'
  /** The provider did not say the person’s e-mail address. */
  | 'no-address'
  /** The provider does not answer, or fails. */
  | 'unavailable'
  /** The provider does not know our client id, or not with this secret. */
  | 'client-refused'
  /** The server that answers is not the provider in the settings. */
  | 'wrong-issuer'

/** Enough for any sentence of a provider. */
const mostOfDetail = 300

/**
 * A sign-in that ended without a person: they refused, the response cannot be trusted, or the provider failed. They
 * have to start again. It has no `cause`, for the same reason as CalendarError.
 */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly reason: SignInErrorReason
  readonly code: `signIn.${SignInErrorReason}`

  constructor(reason: SignInErrorReason, detail = '') {
    super(withDetail(reason, outsideText(detail, mostOfDetail)))
    this.reason = reason
    this.code = `signIn.${reason}`
  }
}

function withDetail(reason: string, detail: string): string {
  return detail === '' ? reason : `${reason} (${detail})`
}
