import { isDatabaseAway, isDatabaseFull, isLockHeld } from '@night-routine/database/connection'
import { describeError, HttpError } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'

/** Every refusal: its status on publish and site calls, and its default message. */
const failures = {
  INVALID_REQUEST: [400, 'This request is not valid.'],
  WRONG_CREDENTIALS: [401, 'The e-mail address or the password is wrong.'],
  // Clients match these messages.
  MFA_REQUIRED: [401, 'This account asks for its 2FA code.'],
  MFA_INVALID: [401, 'The 2FA code is incorrect.'],
  // Not the message for a wrong code: clients would ask for another code, and none would help.
  SECOND_FACTOR_LOST: [
    403,
    'This host can no longer check the second factor of this account, because its encryption key is missing. ' +
      'The operator of the host can set up a new one.',
  ],
  NOT_SIGNED_IN: [401, 'Not logged in.'],
  WRONG_KEY: [403, 'Wrong vault key, please try again.'],
  UNSUPPORTED_ENCRYPTION: [400, 'The vault has another encryption version.'],
  LIMIT_REACHED: [403, 'This account is full.'],
  NOT_FOUND: [404, 'Not found in this account.'],
  SLUG_TAKEN: [409, 'Another site has this slug.'],
  TOO_LARGE: [413, 'This file is too large.'],
  QUOTA_EXCEEDED: [413, 'This site is full: there is no room left for this file.'],
  HASH_MISMATCH: [422, 'The bytes that arrived do not have the announced hash.'],
  RATE_LIMITED: [429, 'Too many failed sign-ins. Please wait a moment.'],
  INTERNAL: [500, 'Something went wrong on our side. Please try again.'],
  UNAVAILABLE: [503, 'This cannot be done right now. Please try again in a moment.'],
  DISK_FULL: [507, 'The disk of this host is full.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type FailureCode = keyof typeof failures

/** A refused request, with a code for programs. */
export class Failure extends HttpError {
  readonly failureCode: FailureCode

  constructor(
    code: FailureCode,
    { text, retryAfter, cause }: { text?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    const [status, usual] = failures[code]
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    super(status, text ?? usual, { headers, cause })
    this.name = 'Failure'
    this.failureCode = code
  }
}

/** The refusal of a request for its own reason. */
export function invalid(text: string, cause?: unknown): Failure {
  return new Failure('INVALID_REQUEST', { text, cause })
}

/** Errors outside the API: readers get 503 while the database is unreachable or busy. */
export function translateError(error: unknown): HttpError | undefined {
  return isUnavailable(error) ? asFailure(error) : undefined
}

function isUnavailable(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseFull(error) || isLockHeld(error)
}

/** Any error as a failure; an unexpected one does not reveal its cause. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isUnavailable(error)) return new Failure('UNAVAILABLE', { retryAfter: 5, cause: error })
  const { status, text, field } = describeError(error)
  if (status === 404) return new Failure('NOT_FOUND', { text })
  if (status === 413) return new Failure('TOO_LARGE', { text })
  if (status === 503) return new Failure('UNAVAILABLE', { text, retryAfter: 5 })
  if (status >= 500) return new Failure('INTERNAL', { cause: error })
  // Only programs send these requests, so the message names the field for their developers.
  return invalid(field === undefined ? text : `${text.replace(/\.$/, '')}: ${field}.`)
}

/** Answers with the fields of every client. Refusals of the main API have status 200: its clients drop other bodies. */
export function answerErrors(service: FastifyInstance, api: 'main' | 'publish'): void {
  service.setErrorHandler(async (error, { log }, reply) => {
    const failure = asFailure(error)
    const { message, failureCode: code, status } = failure
    // A refusal under load is not a fault, and there are many at once: the line about the
    // completed request is enough.
    const isRefusal = error instanceof Failure && error.cause === undefined
    // `failure` and not `code`: the log hides everything that is called a code.
    if (status < 500) log.info({ failure: code }, 'a request was refused')
    else if (!isRefusal) log.error({ err: error }, 'a request failed')
    void reply.headers(failure.headers)
    if (api === 'main')
      return reply.code(status < 500 ? 200 : status).send({ error: message, msg: message, code })
    return reply.code(status).send({ error: message, code, message, msg: message })
  })
}
