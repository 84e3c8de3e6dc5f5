/** The few calls this package makes of a logger; every pino logger has them. */
export interface QueueLogger {
  debug(details: object, words: string): void
  info(details: object, words: string): void
  warn(details: object, words: string): void
  error(details: object, words: string): void
}

const quietMs = 30_000

/**
 * A listener for the errors of a connection that is retried for ever. An outage brings an error
 * with every attempt; one line in half a minute says as much.
 */
export function logOutages(logger: QueueLogger, queue: string): (error: unknown) => void {
  let silentUntil = 0
  return error => {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + quietMs
    logger.warn({ queue, err: error }, 'the queue is in trouble; it is tried again')
  }
}
