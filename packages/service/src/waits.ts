/** How long a page waits for a provider, from the inside out: what ends first can say what is late. */
export const waits = {
  /** For a whole answer that is always short: Google's, and those of a sign-in. */
  providerAnswerMs: 10_000,
  /** For a request to a calendar server, since the last byte that arrived. */
  providerSilenceMs: 15_000,
  /** For one operation at a provider, which may be several requests. */
  providerOperationMs: 25_000,
  /** For a handler that calls a provider, and then waits for the database and the worker. */
  providerHandlerMs: 35_000,
  /** For a connection on which nothing moves. */
  connectionMs: 40_000,
} as const

/** For reads of a whole calendar by the worker: Radicale is silent for a minute before it lists 5,000 new events. */
export const wholeCalendarWaits = {
  /** For a request, since the last byte that arrived. */
  silenceMs: 120_000,
  /** For an operation, however much arrives. */
  operationMs: 600_000,
} as const
