/** The logger methods that this package calls; every pino logger has them. */
export interface QueueLogger {
  debug(details: object, words: string): void
  info(details: object, words: string): void
  warn(details: object, words: string): void
  error(details: object, words: string): void
}

const quietMs = 30_000

/**
 * An error listener for a connection that retries forever. It logs at most one line per half minute,
 * because an outage raises an error with every attempt.
 */
export function logOutages(logger: QueueLogger, queue: string): (error: unknown) => void {
  let silentUntil = 0
  return error => {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + quietMs
    logger.warn({ queue, err: error }, 'queue connection failed')
  }
}
