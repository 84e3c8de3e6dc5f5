export type SignInErrorReason = keyof typeof faults

const faults = {
  denied: 'Google was not given the permission. Start again, and tick every box that Google shows.',
  mismatch: 'This sign-in was not begun in this browser, or is too old. Start again.',
  refused: 'Google did not accept this sign-in; it may have been used already. Start again.',
  unproven: 'The answer of Google could not be proven to be genuine. Start again.',
} as const

/**
 * A sign-in that ended without a grant, because the person refused or the response cannot be trusted. The
 * person has to start again. It has no `cause`, for the same reason as CalendarError.
 */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly reason: SignInErrorReason
  /** One or two sentences for people; `message` adds details for an operator. */
  readonly words: string

  constructor(reason: SignInErrorReason, detail = '') {
    const words = faults[reason]
    super(detail === '' ? words : `${words} (${detail})`)
    this.reason = reason
    this.words = words
  }
}
