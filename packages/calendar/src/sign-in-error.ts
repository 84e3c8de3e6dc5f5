export type SignInErrorReason = keyof typeof words

const words = {
  denied: 'You did not give Google the permission. Start again when you are ready.',
  mismatch: 'This sign-in was not begun in this browser, or is too old. Start again.',
  refused: 'Google did not accept this sign-in; it may have been used already. Start again.',
  unproven: 'The answer of Google could not be proven to be genuine. Start again.',
} as const

/** A sign-in that ended without a grant, by the person or because the answer cannot be trusted. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly reason: SignInErrorReason
  /** One or two sentences for people; `message` adds what an operator wants to know. */
  readonly words: string

  constructor(reason: SignInErrorReason, options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail === undefined ? words[reason] : `${words[reason]} (${options.detail})`, {
      cause: options.cause,
    })
    this.reason = reason
    this.words = words[reason]
  }
}
