import { CalendarError, isCalendarError } from '../errors.ts'
import { outsideIdentifier } from '../outside-event.ts'
import type { ChannelAnswer, ChannelRequest } from '../port.ts'
import type { Request } from './requests.ts'

export async function watch(
  request: Request,
  calendarId: string,
  { channelId, token, address, ttlSeconds }: ChannelRequest,
): Promise<ChannelAnswer> {
  const { resourceId, expiration } = await request((api, headers) =>
    api.events.watch(
      {
        calendarId,
        fields: 'resourceId,expiration',
        requestBody: {
          id: channelId,
          type: 'web_hook',
          address,
          token,
          ...(ttlSeconds === undefined ? {} : { params: { ttl: String(ttlSeconds) } }),
        },
      },
      { headers },
    ),
  )
  const id = outsideIdentifier(resourceId)
  if (id === null || !/^\d{1,15}$/.test(expiration ?? ''))
    throw new CalendarError('unavailable', { detail: 'not a channel' })
  return {
    resourceId: id,
    expiration: Temporal.Instant.fromEpochMilliseconds(Number(expiration)),
  }
}

/**
 * Stops a channel. Google lets only the user and client that opened it do so; after the grant is revoked, a
 * channel stays open until it expires.
 */
export async function stopChannel(
  request: Request,
  { channelId, resourceId }: { channelId: string; resourceId: string },
) {
  try {
    await request((api, headers) =>
      api.channels.stop({ requestBody: { id: channelId, resourceId } }, { headers }),
    )
  } catch (error) {
    if (!isCalendarError(error, 'event-gone', 'unauthorized')) throw error
  }
}
