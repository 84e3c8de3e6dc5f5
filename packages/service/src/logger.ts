import type { FastifyBaseLogger } from 'fastify'
import { destination as openDestination, pino, symbols } from 'pino'
import { cutText, hideSecrets, maskPath, maskText } from './redaction.ts'
import { currentRequestContext } from './request-context.ts'

/** The logger of a service: `logger.info({ night }, 'words')`. */
export type Logger = FastifyBaseLogger

/** Where lines are written; tests collect them. */
interface LogDestination {
  write(line: string): void
}

/** A logger of JSON lines with the id of their request or job. Hides secrets and masks e-mail addresses. */
export function createLogger(options: {
  name: string
  level?: string
  destination?: LogDestination | undefined
}): Logger {
  const { name, level = 'info', destination = standardOutput() } = options
  return pino(
    {
      name,
      level,
      base: {},
      mixin: () => ({ ...currentRequestContext() }),
      timestamp: () =>
        `,"time":"${Temporal.Now.instant().toString({ smallestUnit: 'millisecond' })}"`,
      formatters: { level: label => ({ level: label }), log: hideSecrets },
      serializers: { err: errorForLog, req: requestForLog },
      hooks: { streamWrite: maskText },
    },
    destination,
  )
}

/** Writes lines for the person who reads the log, as they are and between blank ones, where its other lines go. */
export function printInLog(logger: Logger, lines: readonly string[]): void {
  if (logger.level === 'silent') return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `createLogger` gave it this
  const stream = Reflect.get(logger, symbols.streamSym) as LogDestination
  stream.write(`\n${lines.join('\n')}\n\n`)
}

function standardOutput() {
  const output = openDestination({ dest: 1, sync: true })
  // A full disk or a closed pipe must not stop the service.
  output.on('error', () => undefined)
  return output
}

/** An error without its other properties, because HTTP clients attach whole requests. */
function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return {
    type: name,
    message: cutText(message),
    ...(stack === undefined ? {} : { stack: cutText(stack) }),
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined ? {} : { cause: errorForLog(cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(errorForLog) } : {}),
  }
}

/** A request without its query, which holds secrets during sign-in. */
function requestForLog(request: { method?: string; url?: string }): object {
  return { method: request.method, path: maskPath(request.url?.split('?', 1)[0] ?? '') }
}
