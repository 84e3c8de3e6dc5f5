import {
  calendarErrorReasons,
  createSignIn,
  type CalendarCall,
  type CalendarPort,
  type SignIn,
} from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database'
import { calendarAccess, type ProviderCall, type TraceCall } from './calendar-access.ts'

/** The provider's addresses and our credentials; an address that is not set is Google's. */
export interface ProviderSettings {
  PUBLIC_URL: string
  GOOGLE_CLIENT_ID: string
  GOOGLE_CLIENT_SECRET: string
  GOOGLE_API_ROOT_URL?: string
  GOOGLE_OAUTH_AUTH_URL?: string
  GOOGLE_OAUTH_TOKEN_URL?: string
  GOOGLE_OAUTH_REVOKE_URL?: string
  GOOGLE_OAUTH_JWKS_URL?: string
  GOOGLE_OAUTH_ISSUER?: string
}

/** Sign-in with the configured provider. Makes no call before the first use. */
export function connectSignIn(settings: ProviderSettings): SignIn {
  return createSignIn({
    clientId: settings.GOOGLE_CLIENT_ID,
    clientSecret: settings.GOOGLE_CLIENT_SECRET,
    redirectUri: new URL('/oauth/callback', settings.PUBLIC_URL).href,
    authUrl: settings.GOOGLE_OAUTH_AUTH_URL,
    tokenUrl: settings.GOOGLE_OAUTH_TOKEN_URL,
    revokeUrl: settings.GOOGLE_OAUTH_REVOKE_URL,
    jwksUrl: settings.GOOGLE_OAUTH_JWKS_URL,
    issuer: settings.GOOGLE_OAUTH_ISSUER,
  })
}

/**
 * The configured provider: its sign-in, the household's calendars, and a metric of the results of its calls.
 * Each call is logged and has a span.
 */
export function connectProvider(options: {
  settings: ProviderSettings
  db: Database
  keys: TokenKeys
  now: () => Temporal.Instant
  logger: CallLogger
  traced: TraceCall
}) {
  const { settings, logger, ...stored } = options
  const signIn = connectSignIn(settings)
  const { onCall, metric } = watchCalls(logger)
  const apiRootUrl = settings.GOOGLE_API_ROOT_URL
  const calendars: CalendarPort = calendarAccess({ ...stored, onCall, signIn, apiRootUrl })
  return { signIn, calendars, providerAnswers: metric }
}

/** The logger methods used here; every pino logger has them. */
interface CallLogger {
  debug(details: object, words: string): void
  info(details: object, words: string): void
}

/** Expected results: success, or a race that the caller handles. */
const ordinary = new Set(['ok', 'event-exists', 'event-stale', 'event-gone', 'sync-token-expired'])

const outcomes = ['ok', ...calendarErrorReasons, 'broken']
const calls = Object.keys({
  listCalendars: true,
  getEvent: true,
  insertEvent: true,
  updateEvent: true,
  removeEvent: true,
  listChanges: true,
  listOurEvents: true,
  watch: true,
  stopChannel: true,
} satisfies Record<CalendarCall, true>)

/** Logs the provider's calls and counts them by result. */
function watchCalls(logger: CallLogger) {
  // All counters start at 0: Prometheus sees no increase in one that appears with its first failure.
  const counts = new Map<string, number>(
    calls.flatMap(call => outcomes.map(outcome => [`${call} ${outcome}`, 0] as const)),
  )
  return {
    onCall: (ended: ProviderCall): void => {
      const { call, outcome } = ended
      const key = `${call} ${outcome}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (ordinary.has(outcome)) logger.debug(ended, 'the provider was called')
      else logger.info(ended, 'provider call failed')
    },
    metric: {
      name: 'night_routine_provider_answers_total',
      help: 'Calls to the provider by operation and result: ok, or the reason of the failure.',
      type: 'counter' as const,
      labels: ['call', 'outcome'],
      read: () =>
        [...counts].map(([key, value]) => {
          const [call = '', outcome = ''] = key.split(' ')
          return { labels: { call, outcome }, value }
        }),
    },
  }
}
