import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import { authorize, findCalendar } from '../../access.ts'
import { answer, checkFields } from '../../answer.ts'
import { GoogleError } from '../../google-error.ts'
import { readWatchRequest } from '../../notifications/watch-request.ts'
import type { Notifier } from '../../notifications/notifier.ts'
import { originOf } from '../../origin.ts'
import { channelNames } from '../../resource-names.ts'
import type { Provider } from '../../state/provider.ts'
import type { Channel } from '../../state/state.ts'

/** How long the response to watch waits, so that the sync message can arrive before it. */
const overtakingAtMost = 2000

type Body = Record<string, unknown> | null

interface Options {
  provider: Provider
  notifier: Notifier
}

/** events.watch and channels.stop. */
const watch: FastifyPluginAsync<Options> = async (service, { notifier, provider }) => {
  service.post<{ Params: { calendarId: string }; Body: Body }>(
    '/calendars/:calendarId/events/watch',
    async (request, reply) => {
      const caller = authorize(provider, request, 'readEvents')
      const calendar = findCalendar(provider, caller, request.params.calendarId)
      checkFields(request, channelNames)
      const wanted = readWatchRequest(request.body ?? {}, provider.clock.now())
      if (provider.state.channels.some(({ id }) => id === wanted.id)) {
        throw new GoogleError(400, 'channelIdNotUnique', `Channel id ${wanted.id} not unique`)
      }
      const path = `/calendar/v3/calendars/${encodeURIComponent(calendar.id)}/events?alt=json`
      const channel: Channel = {
        ...wanted,
        // Google gives the same id to every channel of the same person on the same calendar.
        resourceId: resourceIdOf(calendar.id, caller.email),
        resourceUri: originOf(request) + path,
        calendarId: calendar.id,
        email: caller.email,
        messageNumber: 0,
        stopped: false,
      }
      provider.state.channels.push(channel)
      await greet(notifier, channel)
      return answer(request, reply, channelResource(channel), channelNames)
    },
  )

  service.post<{ Body: Body }>('/channels/stop', async (request, reply) => {
    const caller = authorize(provider, request, 'readEvents')
    const { id, resourceId } = request.body ?? {}
    const channel = provider.state.channels.find(
      candidate =>
        candidate.id === id &&
        candidate.resourceId === resourceId &&
        candidate.email === caller.email &&
        !candidate.stopped,
    )
    if (!channel || channel.expiration <= provider.clock.now().epochMilliseconds) {
      throw new GoogleError(404, 'notFound', `Channel '${String(id)}' not found for project`)
    }
    channel.stopped = true
    return reply.status(204).send()
  })
}
export default watch

/** Google may send the sync message before it answers watch, so the emulator does so by default. */
async function greet(notifier: Notifier, channel: Channel): Promise<void> {
  if (notifier.syncMessage() === 'before') {
    await Promise.race([
      notifier.greet(channel),
      sleep(overtakingAtMost, undefined, { ref: false }),
    ])
  } else {
    setImmediate(() => void notifier.greet(channel))
  }
}

function channelResource({ id, resourceId, resourceUri, token, expiration }: Channel) {
  return {
    kind: 'api#channel',
    id,
    resourceId,
    resourceUri,
    ...(token !== null && { token }),
    expiration: expiration.toString(),
  }
}

function resourceIdOf(calendarId: string, email: string): string {
  return createHash('sha256').update(`${calendarId} ${email}`).digest('base64url').slice(0, 27)
}
