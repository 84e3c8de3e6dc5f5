import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { describeError, type ErrorDescription, type HttpError } from './errors.ts'

/** Renders the HTML error page for browsers. */
export type ErrorPage = (
  error: ErrorDescription,
  request: FastifyRequest,
) => string | Promise<string>

/** Translates an error for the reader; undefined for English. */
export type SayError = (
  error: unknown,
  description: ErrorDescription,
  request: FastifyRequest,
) => string | undefined

/** How a service shows errors; by default every error is JSON in English. */
export interface ErrorAnswers {
  readonly errorPage?: ErrorPage
  /** Turns a domain error into an HttpError; undefined for the default. */
  readonly translateError?: (error: unknown) => HttpError | undefined
  readonly sayError?: SayError
  /** Whether errors of this request are problem details (RFC 9457); by default none are. */
  readonly answersProblem?: (request: FastifyRequest) => boolean
}

/** `{ "error": text, "field"?: name }` or problem details for programs, a page for browsers. Logs server errors. */
export async function answerError(
  error: unknown,
  request: FastifyRequest,
  { errorPage, translateError, sayError, answersProblem }: ErrorAnswers,
) {
  const translated = translateError?.(error) ?? error
  const english = describeError(translated)
  const text = sayError?.(translated, english, request) ?? english.text
  const { status, field } = english
  const answer = (type: string, body: string) => ({
    status,
    headers: { ...english.headers, 'content-type': `${type}; charset=utf-8` },
    body,
  })
  if (status >= 500) request.log.error({ err: error }, 'a request failed')
  if (answersProblem?.(request) === true) {
    const title = STATUS_CODES[status]
    // `about:blank`: the status says what kind of problem it is.
    const problem = { type: 'about:blank', title, status, detail: text, field }
    return answer('application/problem+json', JSON.stringify(problem))
  }
  try {
    const page = wantsJson(request) ? undefined : await errorPage?.({ ...english, text }, request)
    if (page !== undefined) return answer('text/html', page)
  } catch (failed) {
    request.log.error({ err: failed }, 'the error page could not be rendered')
  }
  return answer('application/json', JSON.stringify({ error: text, field }))
}

/** `/api` is JSON by contract; other addresses are JSON for clients that accept it and not HTML. */
function wantsJson({ url, headers: { accept = '' } }: FastifyRequest): boolean {
  return /^\/api(\/|\?|$)/.test(url) || (/application\/json/i.test(accept) && !/html/i.test(accept))
}
