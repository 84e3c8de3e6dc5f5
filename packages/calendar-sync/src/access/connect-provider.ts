import {
  commonReasons,
  openCalendarProvider,
  type CalendarCall,
  type CalendarPort,
} from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database'
import { calendarAccess, type ProviderCall } from './calendar-access.ts'

/**
 * The configured calendar provider, the household's calendars, and a metric of the results of its calls. Each call
 * is logged.
 */
export function connectProvider(options: {
  settings: Parameters<typeof openCalendarProvider>[0]
  db: Database
  keys: TokenKeys
  now: () => Temporal.Instant
  logger: CallLogger
}) {
  const { settings, logger, ...stored } = options
  const provider = openCalendarProvider(settings)
  const { onCall, metric } = watchCalls(logger, provider.ownReasons)
  const calendars: CalendarPort = calendarAccess({ ...stored, onCall, provider })
  return { provider, calendars, providerAnswers: metric }
}

/** The logger methods used here; every pino logger has them. */
interface CallLogger {
  debug(details: object, text: string): void
  info(details: object, text: string): void
}

/** Expected results: success, or a race that the caller handles. */
const ordinary = new Set(['ok', 'event-exists', 'event-stale', 'event-gone', 'sync-token-expired'])

const calls = Object.keys({
  listCalendars: true,
  createCalendar: true,
  getEvent: true,
  insertEvent: true,
  updateEvent: true,
  removeEvent: true,
  listChanges: true,
  listOurEvents: true,
  readBusy: true,
  watch: true,
  stopChannel: true,
} satisfies Record<CalendarCall, true>)

/** Logs the provider's calls and counts them by result. */
function watchCalls(logger: CallLogger, ownReasons: readonly string[]) {
  const outcomes = ['ok', ...commonReasons, ...ownReasons, 'broken']
  // All counters start at 0: Prometheus sees no increase in one that appears with its first failure.
  const counts = new Map<string, number>(
    calls.flatMap(call => outcomes.map(outcome => [`${call} ${outcome}`, 0] as const)),
  )
  return {
    onCall: (ended: ProviderCall): void => {
      const { call, outcome } = ended
      const key = `${call} ${outcome}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (ordinary.has(outcome)) logger.debug(ended, 'provider called')
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
