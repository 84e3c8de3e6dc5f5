import { calendarErrorReasons, type CalendarCall } from '@night-routine/calendar'
import type { ProviderCall } from './calendar-access.ts'

/** What is called of a logger here; every pino logger has it. */
export interface CallLogger {
  debug(details: object, words: string): void
  info(details: object, words: string): void
}

/** Outcomes of an ordinary day: somebody else was there first, and the work goes on from there. */
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

/** Logs calls to the provider, and counts them by their outcome for as long as the process lives. */
export function watchCalls(logger: CallLogger) {
  // All begin with 0: Prometheus sees no increase in a counter that appears with its first failure.
  const counts = new Map<string, number>(
    calls.flatMap(call => outcomes.map(outcome => [`${call} ${outcome}`, 0] as const)),
  )
  return {
    onCall: (ended: ProviderCall): void => {
      const { call, outcome } = ended
      const key = `${call} ${outcome}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (ordinary.has(outcome)) logger.debug(ended, 'the provider was called')
      else logger.info(ended, 'the provider did not do what it was asked for')
    },
    metric: {
      name: 'night_routine_provider_answers_total',
      help: 'Calls to the provider, by what was called and how it ended: ok, or the reason of a failure.',
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
