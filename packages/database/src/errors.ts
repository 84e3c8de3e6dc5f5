/** Somebody else held the household lock for longer than the lock timeout: try again in a moment. */
export class HouseholdBusyError extends Error {
  override name = 'HouseholdBusyError'
  constructor(options?: ErrorOptions) {
    super('Someone else is changing the plan right now', options)
  }
}

/** A stored token that none of the secret keys opens, or that was changed: connect the account again. */
export class TokenUnreadableError extends Error {
  override name = 'TokenUnreadableError'
}
