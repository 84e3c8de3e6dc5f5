import { calendarErrorReasons, type CalendarCall } from '@night-routine/calendar'
import type { ProviderCall } from './calendar-access.ts'

/** The logger methods used here; every pino logger has them. */
export interface CallLogger {
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
export function watchCalls(logger: CallLogger) {
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
