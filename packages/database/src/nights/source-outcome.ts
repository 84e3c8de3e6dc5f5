/** How the last read of a source ended. */
export type SourceOutcome =
  | 'read'
  /** The server did not answer in time. */
  | 'slow'
  /** The calendar is larger than any person's. */
  | 'huge'
  /** The address leads into a private network. */
  | 'private'
  | 'gone'
  | 'not-a-calendar'
  /** The server wants a sign-in, or another address. */
  | 'refused'
  | 'unreachable'
  /** The account is not connected. */
  | 'disconnected'
  /** It has become the calendar with the plan. */
  | 'selected'
  /** No secret key opens the address. */
  | 'key-lost'
