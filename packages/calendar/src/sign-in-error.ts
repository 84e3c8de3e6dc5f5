export type SignInErrorReason = keyof typeof faults

const faults = {
  denied: 'Google was not given the permission. Start again, and tick every box that Google shows.',
  mismatch: 'This sign-in was not begun in this browser, or is too old. Start again.',
  refused: 'Google did not accept this sign-in; it may have been used already. Start again.',
  unproven: 'The answer of Google could not be proven to be genuine. Start again.',
} as const

/**
 * A sign-in that ended without a grant, by the person or because the answer cannot be trusted;
 * starting again is all that helps. Carries no cause, for the same reason as CalendarError.
 */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly reason: SignInErrorReason
  /** One or two sentences for people; `message` adds what an operator wants to know. */
  readonly words: string

  constructor(reason: SignInErrorReason, detail = '') {
    const words = faults[reason]
    super(detail === '' ? words : `${words} (${detail})`)
    this.reason = reason
    this.words = words
  }
}
