import { CalendarError, SignInError } from '@night-routine/calendar'
import { HouseholdBusyError, isDatabaseAway } from '@night-routine/database'
import { ChangeRefusedError } from '@night-routine/household'
import { HttpError, type ErrorDescription, type ErrorPage } from '@night-routine/service'
import type { FastifyRequest } from 'fastify'
import { frameView, type Surroundings } from './frame.ts'

/** What an error outside of HTTP means to the person who met it; undefined: nothing we foresaw. */
export function translateError(error: unknown): HttpError | undefined {
  if (error instanceof CalendarError) return new HttpError(502, error.words, { cause: error })
  if (error instanceof ChangeRefusedError) return refused(error)
  if (error instanceof SignInError) return new HttpError(400, error.words, { cause: error })
  if (error instanceof HouseholdBusyError)
    return unavailable('Somebody else is changing the plan right now. Nothing was saved.', error)
  if (isDatabaseAway(error)) return unavailable('The database is away. Nothing was saved.', error)
  return undefined
}

/** Where our requests call a field other than the household does. */
const requestFields = new Map([
  ['id', 'assignment_id'],
  ['otherId', 'other_id'],
  ['name', 'babysitter_name'],
])

function refused(error: ChangeRefusedError) {
  const status = error.reason === 'unknown-night' ? 404 : 400
  const field = requestFields.get(error.field) ?? error.field
  return new HttpError(status, error.words, { field, cause: error })
}

function unavailable(words: string, cause: unknown) {
  const headers = { 'retry-after': '5' }
  return new HttpError(503, `${words} Try again in a moment.`, { headers, cause })
}

/** What the page of an error shows. */
export interface ErrorView {
  title: string
  words: string
  /** Signing in is the way out. */
  signIn: boolean
  requestId: string
}

const signInPaths = new Set(['/auth', '/oauth/callback'])

/** The page of an error, for its template. */
export function errorView(
  { status, words }: Pick<ErrorDescription, 'status' | 'words'>,
  request: Pick<FastifyRequest, 'id' | 'url'>,
): ErrorView {
  const path = request.url.split('?', 1)[0] ?? ''
  return {
    title: `Error ${status}`,
    words,
    signIn: status === 401 || signInPaths.has(path),
    requestId: request.id,
  }
}

/** Renders errors for browsers. It reads nothing: the database may be what has failed. */
export function errorPage(surroundings: Surroundings): ErrorPage {
  return async (description, request) =>
    request.server.view('routes/errors/error.hbs', {
      ...errorView(description, request),
      frame: frameView(surroundings, request.session, null),
    })
}
