import { channelIds } from '@night-routine/notifications'
import { counter } from '@night-routine/service'

const results = ['sent', 'retry', 'gone', 'failed', 'quiet', 'nothing-to-say'] as const

export type DeliveryResult = (typeof results)[number]

export function countDeliveries() {
  return counter(
    {
      name: 'night_routine_notifications_delivered_total',
      help: 'Attempts to deliver a message to a person, by channel and result.',
      labelNames: ['channel', 'result'],
    },
    channelIds.flatMap(channel => results.map(result => [channel, result])),
  )
}
