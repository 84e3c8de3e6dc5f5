import { hash, randomUUID } from 'node:crypto'
import type { Channel } from '@night-routine/database/calendar'

/** The token that every test channel has. */
export const token = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
export const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

/** A live channel with the token above. */
export function channel(changes: Partial<Channel> = {}): Channel {
  return {
    id: 1n,
    channelId: randomUUID(),
    calendarId: 'family',
    resourceId: 'resource-of-family',
    tokenHash: hash('sha256', token),
    address: 'https://routine.example.org/api/webhook/calendar',
    expiration: now.add({ hours: 7 * 24 }),
    state: 'live',
    retiredAt: null,
    createdAt: now,
    ...changes,
  }
}

/** The six headers of a notification from a channel, under Google's names. */
export function headersOf(
  { channelId, resourceId }: Pick<Channel, 'channelId' | 'resourceId'>,
  changes: Record<string, string> = {},
): Record<string, string> {
  return {
    'X-Goog-Channel-ID': channelId,
    'X-Goog-Channel-Token': token,
    'X-Goog-Resource-ID': resourceId ?? 'resource-of-family',
    'X-Goog-Resource-State': 'exists',
    'X-Goog-Resource-URI':
      'https://www.googleapis.com/calendar/v3/calendars/family/events?alt=json',
    'X-Goog-Message-Number': '10',
    ...changes,
  }
}
