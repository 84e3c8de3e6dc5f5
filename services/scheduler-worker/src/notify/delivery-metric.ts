import { channelIds } from '@night-routine/notifications'
import type { Metric } from '@night-routine/service'

const results = ['sent', 'retry', 'gone', 'failed', 'quiet', 'nothing-to-say'] as const

/** The result of an attempt to deliver a message. */
export type DeliveryResult = (typeof results)[number]

/** Counts attempts to deliver messages, by channel and result. */
export function countDeliveries() {
  // All counters start at 0: Prometheus sees no increase in one that appears with its first failure.
  const counts = new Map<string, number>(
    channelIds.flatMap(channel => results.map(result => [`${channel} ${result}`, 0] as const)),
  )
  const metric: Metric = {
    name: 'night_routine_notifications_delivered_total',
    help: 'Attempts to deliver a message to a person, by channel and result.',
    type: 'counter',
    labels: ['channel', 'result'],
    read: () =>
      [...counts].map(([key, value]) => {
        const [channel = '', result = ''] = key.split(' ')
        return { labels: { channel, result }, value }
      }),
  }
  return {
    onDelivery: (channel: string, result: DeliveryResult): void => {
      const key = `${channel} ${result}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    metric,
  }
}
