import type { FastifyError, FastifySchemaValidationError } from 'fastify'

/** Every failure that any service can answer with: its status, and its sentence in English around `{facts}`. */
const failures = {
  unexpected: [500, 'Something went wrong on our side. Try again.'],
  'too-busy': [503, 'This takes too long right now. Try again in a moment.'],
  'not-json': [400, 'The body is not valid JSON.'],
  'not-utf8': [400, 'The body must be in UTF-8.'],
  'odd-text': [400, 'This request has a character in it that we can’t store.'],
  'malformed-address': [400, 'This address is malformed.'],
  'two-hosts': [400, 'This request names two hosts.'],
  'too-large': [413, 'This is too much at once: 64 KiB at most.'],
  // By contract 400, not 415.
  'media-type': [400, 'The media type of the body is not one this address takes.'],
  'not-signed-in': [401, 'Sign in first.'],
  'not-allowed': [403, 'This is not allowed.'],
  'nothing-here': [404, 'There is nothing here.'],
  'no-address': [404, 'There is nothing at this address.'],
  method: [405, 'This address does not take {method}.'],
  'not-valid': [400, 'This request is not valid.'],
  'field-missing': [400, 'Something is missing from this request.'],
  'field-unknown': [400, 'This request has something in it that we don’t know.'],
  'field-not-valid': [400, 'A value in this request is not one we can take.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

/** Identifies one of our own errors, so that it can be translated. */
export type ErrorCode = keyof typeof failures

type Facts = Readonly<Record<string, string>>

interface HttpErrorOptions {
  readonly field?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly code?: ErrorCode
  readonly facts?: Facts
  readonly cause?: unknown
}

/** An error with a response: its status, words for people, and the invalid field. */
export class HttpError extends Error {
  readonly status: number
  readonly field: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly code: ErrorCode | undefined
  /** What the sentence of the code names. */
  readonly facts: Facts

  constructor(
    status: number,
    text: string,
    { field, headers = {}, code, facts = {}, cause }: HttpErrorOptions = {},
  ) {
    super(text, { cause })
    this.name = 'HttpError'
    this.status = status
    this.field = field
    this.headers = headers
    this.code = code
    this.facts = facts
  }
}

/** The error of a code. A library's error keeps its own status. */
export function failure(
  code: ErrorCode,
  { status, ...options }: Omit<HttpErrorOptions, 'code'> & { status?: number } = {},
): HttpError {
  const [usual, sentence] = failures[code]
  const text = sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => options.facts?.[name] ?? '')
  const headers = usual === 503 ? { 'retry-after': '5' } : {}
  return new HttpError(status ?? usual, text, { headers, ...options, code })
}

/** An error as the client sees it, without internals. */
export type ErrorDescription = ReturnType<typeof describeError>

/** An HttpError has its own response, a library's 4xx keeps its status, anything else is a 500 without details. */
export function describeError(error: unknown) {
  const known = error instanceof HttpError ? error : ofLibrary(error)
  const { status, message, field, headers, code, facts } = known
  return { status, text: message, field, headers, code, facts }
}

const byLibraryCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'malformed-address',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not-json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not-json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type',
  FST_ERR_HANDLER_TIMEOUT: 'too-busy',
}

const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'not-signed-in',
  403: 'not-allowed',
  404: 'nothing-here',
}

function isLibraryError(error: unknown): error is Error & Partial<FastifyError> {
  return error instanceof Error && ('statusCode' in error || 'code' in error)
}

function ofLibrary(error: unknown): HttpError {
  if (!isLibraryError(error)) return failure('unexpected')
  if (error.validation?.[0]) return ofViolation(error.validation[0])
  const code = byLibraryCode[error.code ?? '']
  if (code) return failure(code)
  const status = error.statusCode ?? 500
  if (status < 400 || status > 499) return failure('unexpected')
  return failure(byStatus[status] ?? 'not-valid', { status })
}

/** Programs get the name of the field. The validator's own message is never shown. */
function ofViolation({
  instancePath = '',
  params = {},
}: Partial<FastifySchemaValidationError>): HttpError {
  const { missingProperty: missing, additionalProperty: unknown } = params
  const named = [missing, unknown].filter(name => typeof name === 'string')
  const field = [...instancePath.split('/').slice(1), ...named].join('.') || undefined
  if (typeof missing === 'string') return failure('field-missing', { field })
  if (typeof unknown === 'string') return failure('field-unknown', { field })
  return failure(field === undefined ? 'not-valid' : 'field-not-valid', { field })
}
