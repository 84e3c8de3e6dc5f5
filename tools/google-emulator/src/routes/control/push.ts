import { messageHeaders } from '../../notifications/message.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { EmulatorChannel, NotificationSettings } from '../../control/contract.ts'
import type { Notifier } from '../../notifications/notifier.ts'
import type { Provider } from '../../state/provider.ts'

/** Channels, and what happens to their notifications. */
const push: FastifyPluginAsync<{ provider: Provider; notifier: Notifier }> = async (
  service,
  { notifier, provider },
) => {
  service.post<{ Body: NotificationSettings }>('/notifications', async (request, reply) => {
    notifier.change(request.body)
    return reply.status(204).send()
  })

  service.post('/deliveries', async () => notifier.deliveries())

  service.post('/channels', async (): Promise<EmulatorChannel[]> =>
    provider.state.channels.map(channel => {
      const { id, resourceId, calendarId, email, address, expiration, stopped } = channel
      const headers = messageHeaders(channel, {
        number: channel.messageNumber + 1,
        state: 'exists',
      })
      return { id, resourceId, calendarId, email, address, expiration, stopped, headers }
    }),
  )

  service.post<{ Body: { channelId?: string } }>('/expire-channel', async (request, reply) => {
    const { channelId } = request.body
    for (const channel of provider.state.channels) {
      if (channelId === undefined || channel.id === channelId) {
        channel.expiration = provider.clock.now().epochMilliseconds
      }
    }
    return reply.status(204).send()
  })
}
export default push
