import type { FastifyRequest } from 'fastify'
import type { EventContent } from './events/content.ts'
import { GoogleError, notFound } from './google-error.ts'
import type { Provider } from './state/provider.ts'
import type { Calendar } from './state/state.ts'

/** The caller, and the scopes of the token. */
export interface Caller {
  email: string
  scopes: readonly string[]
}

const prefix = 'https://www.googleapis.com/auth/'
const scopesFor = {
  listCalendars: [
    'calendar',
    'calendar.readonly',
    'calendar.calendarlist',
    'calendar.calendarlist.readonly',
  ],
  readEvents: ['calendar', 'calendar.readonly', 'calendar.events', 'calendar.events.readonly'],
  writeEvents: ['calendar', 'calendar.events'],
} as const

/**
 * The caller behind an Authorization header.
 *
 * @throws GoogleError 401 for no, an unknown or an expired token, 403 for too small a scope
 */
export function authorize(
  provider: Provider,
  { headers: { authorization } }: FastifyRequest,
  purpose: keyof typeof scopesFor,
): Caller {
  if (authorization === undefined) throw unauthorized('required', 'Login Required.')
  const presented = /^Bearer (.+)$/i.exec(authorization)?.[1]
  const token = provider.state.accessTokens.find(({ token: known }) => known === presented)
  if (!token || token.expiresAt <= provider.clock.now().epochMilliseconds) {
    throw unauthorized('authError', 'Invalid Credentials')
  }
  if (!scopesFor[purpose].some(name => token.scopes.includes(prefix + name))) {
    throw new GoogleError(
      403,
      'insufficientPermissions',
      'Request had insufficient authentication scopes.',
    )
  }
  return token
}

/**
 * The calendar with this name; `primary` is the caller's own.
 *
 * @throws GoogleError 404 if the caller may see no such calendar
 */
export function findCalendar(provider: Provider, caller: Caller, id: string): Calendar {
  const calendar = provider.state.calendars.find(candidate =>
    id === 'primary' ? candidate.primaryOf === caller.email : candidate.id === id,
  )
  if (!calendar || roleOf(calendar, caller) === undefined) throw notFound()
  return calendar
}

/** @throws GoogleError 403 `requiredAccessLevel` when the caller may only read */
export function requireWriter(calendar: Calendar, caller: Caller): void {
  if (roleOf(calendar, caller) === 'reader') {
    throw new GoogleError(
      403,
      'requiredAccessLevel',
      'You need to have writer access to this calendar.',
      { domain: 'calendar' },
    )
  }
}

/**
 * Whether the caller sees only that this event exists: it is private, and the role is the one
 * of calendars that were shared without the details of private events.
 */
export function hidesFrom(calendar: Calendar, email: string, { visibility }: EventContent) {
  const isPrivate = visibility === 'private' || visibility === 'confidential'
  return isPrivate && roleOf(calendar, { email }) === 'writerWithoutPrivateAccess'
}

export function roleOf(calendar: Calendar, caller: Pick<Caller, 'email'>) {
  return Object.hasOwn(calendar.roles, caller.email) ? calendar.roles[caller.email] : undefined
}

function unauthorized(reason: string, message: string): GoogleError {
  return new GoogleError(401, reason, message, {
    location: 'Authorization',
    locationType: 'header',
  })
}
