/** Identifies one of our own errors, so that it can be translated. */
export type ErrorCode =
  | 'unexpected'
  | 'too-busy'
  | 'not-json'
  | 'malformed-address'
  | 'two-hosts'
  | 'too-large'
  | 'media-type'
  | 'not-signed-in'
  | 'not-allowed'
  | 'nothing-here'
  | 'no-address'
  | 'method'
  | 'not-valid'
  | 'field-missing'
  | 'field-unknown'
  | 'field-not-valid'

/** An error with a response: its status, words for people, and the invalid field. */
export class HttpError extends Error {
  readonly status: number
  readonly field: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly code: ErrorCode | undefined

  constructor(
    status: number,
    words: string,
    options: {
      field?: string
      headers?: Record<string, string>
      code?: ErrorCode
      cause?: unknown
    } = {},
  ) {
    super(words, { cause: options.cause })
    this.name = 'HttpError'
    this.status = status
    this.field = options.field
    this.headers = options.headers ?? {}
    this.code = options.code
  }
}

/** An error as the client sees it, without internals. */
export interface ErrorDescription {
  readonly status: number
  readonly words: string
  readonly field?: string
  readonly headers: Readonly<Record<string, string>>
  readonly code?: ErrorCode
}

interface Fault {
  readonly status: number
  readonly words: string
  readonly code: ErrorCode
}

const unexpected: Fault = {
  status: 500,
  words: 'Something went wrong on our side. Please try again.',
  code: 'unexpected',
}
const tooBusy: Fault = {
  status: 503,
  words: 'This takes too long right now. Please try again in a moment.',
  code: 'too-busy',
}

/** The refusal of a request under load. */
export function tooBusyError(): HttpError {
  const { status, words, code } = tooBusy
  return new HttpError(status, words, { code, headers: { 'retry-after': '5' } })
}

const notJson: Fault = { status: 400, words: 'The body is not valid JSON.', code: 'not-json' }

/** Errors that Fastify raises, in our words. A wrong media type is 400 by contract. */
const byCode: Readonly<Record<string, Fault>> = {
  FST_ERR_BAD_URL: {
    status: 400,
    words: 'This address is malformed.',
    code: 'malformed-address',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    words: 'This is too much at once: 64 KiB at most.',
    code: 'too-large',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: notJson,
  FST_ERR_CTP_INVALID_JSON_BODY: notJson,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 400,
    words: 'The media type of the body is not one this address takes.',
    code: 'media-type',
  },
  FST_ERR_HANDLER_TIMEOUT: tooBusy,
  FST_UNDER_PRESSURE: tooBusy,
}

const byStatus: Readonly<Record<number, Omit<Fault, 'status'>>> = {
  401: { words: 'Please sign in.', code: 'not-signed-in' },
  403: { words: 'This is not allowed.', code: 'not-allowed' },
  404: { words: 'There is nothing here.', code: 'nothing-here' },
}
const notValid = { words: 'This request is not valid.', code: 'not-valid' } as const

/**
 * The response to an error: status, words, field and headers. An HttpError has its own, a refused schema
 * names its field, a library's 4xx keeps its status, and anything else is a 500 without details.
 */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof HttpError) return describeHttpError(error)
  if (!isLibraryError(error)) return { ...unexpected, headers: {} }
  if (error.validation?.[0]) return describeValidation(error.validation[0])
  const known = byCode[error.code ?? '']
  if (known) return { ...known, headers: known.status === 503 ? { 'retry-after': '5' } : {} }
  const status = error.statusCode ?? 500
  if (status < 400 || status > 499) return { ...unexpected, headers: {} }
  return { status, ...(byStatus[status] ?? notValid), headers: {} }
}

function describeHttpError({ status, message, field, headers, code }: HttpError): ErrorDescription {
  return {
    status,
    words: message,
    headers,
    ...(field === undefined ? {} : { field }),
    ...(code === undefined ? {} : { code }),
  }
}

interface Violation {
  readonly instancePath?: string
  readonly params?: Readonly<Record<string, unknown>>
}

interface LibraryError extends Error {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: readonly Violation[]
}

function isLibraryError(error: unknown): error is LibraryError {
  return error instanceof Error && ('statusCode' in error || 'code' in error)
}

/** Programs get the name of the field. The validator's own message is never shown. */
function describeValidation({ instancePath = '', params }: Violation): ErrorDescription {
  const missing = params?.['missingProperty']
  const unknown = params?.['additionalProperty']
  const named = [missing, unknown].filter(name => typeof name === 'string')
  const field = [...instancePath.split('/').slice(1), ...named].join('.')
  const both = { status: 400, headers: {}, ...(field === '' ? {} : { field }) }
  if (typeof missing === 'string')
    return { ...both, words: 'Something is missing from this request.', code: 'field-missing' }
  if (typeof unknown === 'string')
    return {
      ...both,
      words: 'This request has something in it that we don’t know.',
      code: 'field-unknown',
    }
  if (field === '') return { ...both, ...notValid }
  return {
    ...both,
    words: 'A value in this request is not one we can take.',
    code: 'field-not-valid',
  }
}
