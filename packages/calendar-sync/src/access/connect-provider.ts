import {
  commonReasons,
  openCalendarProvider,
  type CalendarCall,
  type CalendarPort,
} from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database/connection'
import { counter, type Logger } from '@night-routine/service'
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
  logger: Logger
}) {
  const { settings, logger, ...stored } = options
  const provider = openCalendarProvider(settings)
  const { onCall, metric } = watchCalls(logger, provider.ownReasons)
  const calendars: CalendarPort = calendarAccess({ ...stored, onCall, provider })
  return { provider, calendars, providerAnswers: metric }
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
function watchCalls(logger: Logger, ownReasons: readonly string[]) {
  const outcomes = ['ok', ...commonReasons, ...ownReasons, 'broken']
  const { metric, count } = counter(
    {
      name: 'night_routine_provider_answers_total',
      help: 'Calls to the provider by operation and result: ok, or the reason of the failure.',
      labelNames: ['call', 'outcome'],
    },
    calls.flatMap(call => outcomes.map(outcome => [call, outcome])),
  )
  const onCall = (ended: ProviderCall): void => {
    count(ended.call, ended.outcome)
    if (ordinary.has(ended.outcome)) logger.debug(ended, 'provider called')
    else logger.info(ended, 'provider call failed')
  }
  return { onCall, metric }
}
