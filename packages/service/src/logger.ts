import type { FastifyBaseLogger } from 'fastify'
import { destination as openDestination, pino } from 'pino'
import { hideSecrets, maskPath, maskText } from './redaction.ts'
import { currentTrail } from './trail.ts'

/** What services log with: `logger.info({ night }, 'words')`. */
export type Logger = FastifyBaseLogger

/** Where the lines go; a test collects them. */
interface LogDestination {
  write(line: string): void
}

/**
 * A logger of JSON lines. Values under names like authorization, cookie, token, code, state,
 * secret or password are hidden at any depth, and e-mail addresses are masked everywhere. A line says
 * which request or job it belongs to.
 */
export function createLogger({
  name,
  level = 'info',
  destination = standardOutput(),
}: {
  name: string
  level?: string
  destination?: LogDestination
}): Logger {
  return pino(
    {
      name,
      level,
      base: {},
      mixin: () => ({ ...currentTrail() }),
      timestamp: () =>
        `,"time":"${Temporal.Now.instant().toString({ smallestUnit: 'millisecond' })}"`,
      formatters: { level: label => ({ level: label }), log: hideSecrets },
      serializers: { err: errorForLog, req: requestForLog },
      hooks: { streamWrite: maskText },
    },
    destination,
  )
}

function standardOutput() {
  const output = openDestination({ dest: 1, sync: true })
  // A full disk or a closed pipe must cost the log, not the service.
  output.on('error', () => undefined)
  return output
}

/** An error without the rest of its properties: HTTP clients keep whole requests in there. */
function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined ? {} : { cause: errorForLog(cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(errorForLog) } : {}),
  }
}

/** A request without its query, where sign-in has its secrets. */
function requestForLog(request: { method?: string; url?: string }): object {
  return { method: request.method, path: maskPath(request.url?.split('?', 1)[0] ?? '') }
}
