import type { FastifyRequest } from 'fastify'
import { describeError, type ErrorDescription, type HttpError } from './errors.ts'

/** Renders the HTML error page for browsers. */
export type ErrorPage = (
  error: ErrorDescription,
  request: FastifyRequest,
) => string | Promise<string>

/** Turns a domain error into an HttpError; undefined for the default. */
export type TranslateError = (error: unknown) => HttpError | undefined

/** Translates an error for the reader; undefined for English. */
export type SayError = (
  error: unknown,
  description: ErrorDescription,
  request: FastifyRequest,
) => string | undefined

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * Sends the response to an error: `{ "error": words, "field"?: name }` to programs, a page to browsers. Logs
 * the cause of server errors.
 */
export async function answerError(
  error: unknown,
  request: FastifyRequest,
  options: { errorPage?: ErrorPage; translateError?: TranslateError; sayError?: SayError },
): Promise<Answer> {
  const translated = options.translateError?.(error) ?? error
  const english = describeError(translated)
  const said = options.sayError?.(translated, english, request) ?? english.words
  const description = { ...english, words: said }
  if (description.status >= 500) request.log.error({ err: error }, 'a request failed')
  const page = wantsJson(request)
    ? undefined
    : await render(options.errorPage, description, request)
  const { status, words, field } = description
  if (page === undefined) {
    const headers = { ...description.headers, 'content-type': 'application/json; charset=utf-8' }
    return { status, headers, body: JSON.stringify({ error: words, field }) }
  }
  const headers = { ...description.headers, 'content-type': 'text/html; charset=utf-8' }
  return { status, headers, body: page }
}

/** `/api` is JSON by contract; other addresses are JSON for clients that accept it and not HTML. */
function wantsJson({ url, headers: { accept = '' } }: FastifyRequest): boolean {
  return /^\/api(\/|\?|$)/.test(url) || (/application\/json/i.test(accept) && !/html/i.test(accept))
}

async function render(
  errorPage: ErrorPage | undefined,
  description: ErrorDescription,
  request: FastifyRequest,
): Promise<string | undefined> {
  try {
    return await errorPage?.(description, request)
  } catch (error) {
    request.log.error({ err: error }, 'the error page could not be rendered')
    return undefined
  }
}
