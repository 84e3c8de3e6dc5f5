/** What carries the wake-ups: Redis between processes, or calls within one process, which holds both sides. */
export interface Backend {
  readonly kind: 'redis' | 'process'
  readonly url: string
  /** Time limit for the server's responses; 2 s by default. Tests on a busy machine allow more. */
  readonly reachMs?: number
}

/** Redis, if there is an address. Where all services run in one process, `process:` says that calls are enough. */
export function chooseBackend(redisUrl = ''): Backend {
  const isCalled = redisUrl === '' || redisUrl.startsWith('process:')
  return { kind: isCalled ? 'process' : 'redis', url: redisUrl }
}

export const usualReachMs = 2_000

/** The settings of the queue's server let it lose jobs; the message names the setting and the fix. */
export class UnfitBackendError extends Error {
  override readonly name = 'UnfitBackendError'
}

/** The logger methods that this package calls; every pino logger has them. */
export interface QueueLogger {
  debug(details: object, text: string): void
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}

const quietMs = 30_000

/**
 * An error listener for a connection that retries forever. It logs at most one line per half minute,
 * because an outage raises an error with every attempt.
 */
export function logOutages(
  logger: QueueLogger,
  queue: string,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let silentUntil = -Infinity
  return error => {
    if (now() < silentUntil) return
    silentUntil = now() + quietMs
    logger.warn({ queue, err: error }, 'queue connection failed')
  }
}
