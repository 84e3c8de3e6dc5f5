import { hash, randomUUID } from 'node:crypto'
import { announceChannel, confirmChannel } from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'

/** Stores a channel. @returns the bytes of a notification on it, as Google sends them */
export async function notificationOf(db: Database): Promise<string> {
  const channelId = randomUUID()
  const token = randomUUID()
  const resourceId = 'ret08u3rv24htgh289g'
  const expiration = Temporal.Now.instant().add({ hours: 168 })
  await announceChannel(db, {
    channelId,
    calendarId: 'family',
    tokenHash: hash('sha256', token),
    address: 'https://routine.example.org/api/webhook/calendar',
  })
  await confirmChannel(db, channelId, { resourceId, expiration })
  return [
    'POST /api/webhook/calendar HTTP/1.1',
    'Host: routine.example.org',
    'Accept: */*',
    'Accept-Encoding: gzip, deflate, br',
    'Content-Type: application/json; utf-8',
    'Content-Length: 0',
    'User-Agent: APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
    `X-Goog-Channel-ID: ${channelId}`,
    `X-Goog-Channel-Token: ${token}`,
    'X-Goog-Channel-Expiration: Fri, 27 Nov 2026 18:00:00 GMT',
    `X-Goog-Resource-ID: ${resourceId}`,
    'X-Goog-Resource-URI: https://www.googleapis.com/calendar/v3/calendars/family/events?alt=json',
    'X-Goog-Resource-State: exists',
    'X-Goog-Message-Number: 10',
    '\r\n',
  ].join('\r\n')
}
