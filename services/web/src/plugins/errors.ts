import { CalendarError, SignInError, type SignInErrorReason } from '@night-routine/calendar'
import { ClockError } from '@night-routine/database/clock'
import { isDatabaseAway, isDatabaseFull, isLockHeld } from '@night-routine/database/connection'
import { ChangeRefusal, type RefusalReason } from '@night-routine/household'
import {
  HttpError,
  type ErrorDescription,
  type ErrorPage,
  type SayError,
} from '@night-routine/service'
import { message, type Message, type Wording } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { ownPath } from './own-path.ts'
import { wordingOf } from './languages.ts'
import { LocalizedHttpError } from './localized-http-error.ts'
import { frameView, type Surroundings } from './views.ts'

/** Maps a domain or provider error to an HTTP error; undefined for an unexpected one. */
export function translateError(error: unknown): HttpError | undefined {
  if (error instanceof CalendarError)
    return new LocalizedHttpError(502, message(error.code), { cause: error })
  if (error instanceof ChangeRefusal) return refusedError(error, formFields)
  if (error instanceof SignInError)
    return new LocalizedHttpError(ofProvider.has(error.reason) ? 502 : 400, message(error.code), {
      cause: error,
    })
  if (error instanceof ClockError) return unavailable(message('error.clock'), error)
  if (isLockHeld(error)) return unavailable(message('error.busy'), error)
  if (isDatabaseFull(error)) return unavailable(message('error.crowded'), error)
  if (isDatabaseAway(error)) return unavailable(message('error.databaseAway'), error)
  return undefined
}

/** Failed sign-ins that are the provider's fault, or that of its settings here. */
const ofProvider: ReadonlySet<string> = new Set<SignInErrorReason>([
  'unavailable',
  'client-refused',
  'wrong-issuer',
  'algorithm',
])

/** Fields that have other names in forms, and in the contract, than in the household package. */
const formFields = new Map([
  ['id', 'assignment_id'],
  ['otherId', 'other_id'],
  ['name', 'babysitter_name'],
  ['returnId', 'return'],
  ['ask', 'ask_id'],
])

const statusOf = new Map<RefusalReason, number>([
  ['unknown-night', 404],
  ['changed-since', 409],
  ['no-parent', 403],
  ['unknown-ask', 404],
  ['already-asked', 409],
  ['ask-closed', 409],
])

/** The error of a refused change, whose fields have these names in its request. */
export function refusedError(error: ChangeRefusal, fields: ReadonlyMap<string, string>) {
  const status = statusOf.get(error.reason) ?? 400
  const field = fields.get(error.field) ?? error.field
  const said = error.faults.flatMap(({ says }) => says ?? [])
  const options = { field, cause: error }
  return said.length === error.faults.length
    ? new LocalizedHttpError(status, said, options)
    : new HttpError(status, error.message, options)
}

function unavailable(said: Message, cause: unknown) {
  return new LocalizedHttpError(503, said, { headers: { 'retry-after': '5' }, cause })
}

/** The error's text in the reader's language: from the error itself, or by its code. */
export const sayError: SayError = (error, { code }, request) => {
  const wording = wordingOf(request)
  if (error instanceof LocalizedHttpError) return error.said.map(wording.tell).join(' ')
  if (code === undefined) return undefined
  if (code === 'method') return wording.say('error.method', { method: request.method })
  return wording.say(`error.${code}`)
}

/** The endpoints of the contract, whose errors are `{ "error": text, "field"?: name }`. */
const ofContract = /^\/api\/assignment-(?:details|babysitter)(?:\?|$)/

/** Whether errors of this address are problem details (RFC 9457): below `/api`, where the contract says nothing. */
export function answersProblem({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return /^\/api(?:\/|\?|$)/.test(url) && !ofContract.test(url)
}

const signInPaths = new Set(['/auth', '/oauth/callback'])

/** The view model of the error page. */
export function errorView(
  { status, text }: Pick<ErrorDescription, 'status' | 'text'>,
  { id, url, method = 'GET' }: Pick<FastifyRequest, 'id' | 'url'> & { method?: string },
  { say }: Pick<Wording, 'say'>,
) {
  const path = url.split('?', 1)[0] ?? ''
  const atSignIn = signInPaths.has(path)
  const advice = atSignIn ? null : adviceFor(status)
  return {
    title: say('error.title', { status: String(status) }),
    text,
    advice: advice && say(advice),
    signIn: status === 401 || atSignIn,
    retry: status >= 500 && method === 'GET' && !atSignIn ? (ownPath(url) ?? null) : null,
    requestId: id,
  }
}

function adviceFor(status: number) {
  if (status === 404) return 'error.adviceMissing'
  if (status === 400) return 'error.adviceRequest'
  return status === 500 ? 'error.adviceOurs' : null
}

/** Renders errors for browsers, without the database: it may be what failed. */
export function errorPage(surroundings: Surroundings): ErrorPage {
  return async (description, request) => {
    const wording = wordingOf(request)
    return request.server.view('frame/error.hbs', {
      ...errorView(description, request, wording),
      frame: frameView(surroundings, {
        language: wording.language,
        sessionContext: request.sessionContext,
      }),
    })
  }
}
