import type { FastifyRequest } from 'fastify'
import { describeError, type ErrorDescription, type HttpError } from './errors.ts'

/** Renders the page that browsers get for an error: HTML. */
export type ErrorPage = (
  error: ErrorDescription,
  request: FastifyRequest,
) => string | Promise<string>

/** Turns an error of the domain into an answer; undefined leaves it to the defaults. */
export type TranslateError = (error: unknown) => HttpError | undefined

/** What an error says in the language of whoever asked; undefined leaves it in English. */
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
 * The answer to an error: programs get `{ "error": words, "field"?: name }`, browsers the page,
 * and the log the cause of what is our fault.
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

/** The contract's `/api` speaks JSON; elsewhere it is for those who ask for it and not for HTML. */
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
