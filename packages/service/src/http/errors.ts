/** An error with an answer: its status, words for the person who asked, and the field at fault. */
export class HttpError extends Error {
  readonly status: number
  readonly field: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    words: string,
    options: { field?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(words, { cause: options.cause })
    this.name = 'HttpError'
    this.status = status
    this.field = options.field
    this.headers = options.headers ?? {}
  }
}

/** What an error becomes for whoever asked; nothing of our insides is in it. */
export interface ErrorDescription {
  readonly status: number
  readonly words: string
  readonly field?: string
  readonly headers: Readonly<Record<string, string>>
}

const unexpected = 'Something went wrong on our side. Please try again.'
const tooBusy = 'This takes too long right now. Please try again in a moment.'
const notJson = 'The body is not valid JSON.'

/** Faults of a request that Fastify finds, in our words. Wrong media types are 400 by contract. */
const byCode: Readonly<Record<string, { status: number; words: string }>> = {
  FST_ERR_BAD_URL: { status: 400, words: 'This address is malformed.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, words: 'This is too much at once: 64 KiB at most.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, words: notJson },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, words: notJson },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 400,
    words: 'The media type of the body is not one this address takes.',
  },
  FST_ERR_HANDLER_TIMEOUT: { status: 503, words: tooBusy },
  FST_UNDER_PRESSURE: { status: 503, words: tooBusy },
}

const wordsByStatus: Readonly<Record<number, string>> = {
  401: 'Please sign in.',
  403: 'This is not allowed.',
  404: 'There is nothing here.',
}

/**
 * What to answer to an error: status, words, field, headers. An HttpError speaks for itself,
 * a refused schema names its field, a library's 4xx keeps its status, and all else is a 500
 * that tells nothing of the cause.
 */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof HttpError) return describeHttpError(error)
  if (!isLibraryError(error)) return { status: 500, words: unexpected, headers: {} }
  if (error.validation?.[0]) return describeValidation(error.validation[0])
  const known = byCode[error.code ?? '']
  if (known) return { ...known, headers: known.status === 503 ? { 'retry-after': '5' } : {} }
  const status = error.statusCode ?? 500
  if (status < 400 || status > 499) return { status: 500, words: unexpected, headers: {} }
  return { status, words: wordsByStatus[status] ?? 'This request is not valid.', headers: {} }
}

function describeHttpError({ status, message, field, headers }: HttpError): ErrorDescription {
  return { status, words: message, headers, ...(field === undefined ? {} : { field }) }
}

interface Violation {
  readonly instancePath?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly message?: string
}

interface LibraryError extends Error {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: readonly Violation[]
}

function isLibraryError(error: unknown): error is LibraryError {
  return error instanceof Error && ('statusCode' in error || 'code' in error)
}

function describeValidation({ instancePath = '', params, message }: Violation): ErrorDescription {
  const named = [params?.['missingProperty'], params?.['additionalProperty']]
  const texts = named.filter(name => typeof name === 'string')
  const field = [...instancePath.split('/').slice(1), ...texts].join('.')
  const words = message ?? 'is not valid'
  if (field === '') return { status: 400, words: `The request ${words}.`, headers: {} }
  return { status: 400, words: `The field ${field} is not valid: it ${words}.`, field, headers: {} }
}
