import type { ProviderCall } from './calendar-access.ts'

/** What is called of a logger here; every pino logger has it. */
export interface CallLogger {
  debug(details: object, words: string): void
  info(details: object, words: string): void
}

/** Outcomes of an ordinary day: somebody else was there first, and the work goes on from there. */
const ordinary = new Set(['ok', 'event-exists', 'event-stale', 'event-gone', 'sync-token-expired'])

/** Logs calls to the provider, and counts them by their outcome for as long as the process lives. */
export function watchCalls(logger: CallLogger) {
  const counts = new Map<string, { labels: { call: string; outcome: string }; value: number }>()
  return {
    onCall: (ended: ProviderCall): void => {
      const { call, outcome } = ended
      const key = `${call} ${outcome}`
      const count = counts.get(key) ?? { labels: { call, outcome }, value: 0 }
      count.value += 1
      counts.set(key, count)
      if (ordinary.has(outcome)) logger.debug(ended, 'the provider was called')
      else logger.info(ended, 'the provider did not do what it was asked for')
    },
    metric: {
      name: 'night_routine_provider_answers_total',
      help: 'Calls to the provider, by what was called and how it ended: ok, or the reason of a failure.',
      type: 'counter' as const,
      labels: ['call', 'outcome'],
      read: () => [...counts.values()],
    },
  }
}
