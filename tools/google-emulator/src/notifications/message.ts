import type { Channel } from '../state/state.ts'

export interface Message {
  number: number
  state: 'sync' | 'exists'
}

/**
 * The headers of a notification, exactly as Google sends them: a JSON content type that is not
 * quite one, and no body at all.
 * Source: https://developers.google.com/workspace/calendar/api/guides/push.
 */
export function messageHeaders(channel: Channel, message: Message): Record<string, string> {
  return {
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
    'Content-Length': '0',
    'Content-Type': 'application/json; utf-8',
    'User-Agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
    'X-Goog-Channel-Expiration': new Date(channel.expiration).toUTCString(),
    'X-Goog-Channel-ID': channel.id,
    'X-Goog-Message-Number': message.number.toString(),
    'X-Goog-Resource-ID': channel.resourceId,
    'X-Goog-Resource-State': message.state,
    'X-Goog-Resource-URI': channel.resourceUri,
    ...(channel.token !== null && { 'X-Goog-Channel-Token': channel.token }),
  }
}

/** What to do after the receiver's response; null: no response. */
export function judgeAnswer(status: number | null): 'delivered' | 'retrying' | 'lost' {
  if (status !== null && [200, 201, 202, 204, 102].includes(status)) return 'delivered'
  if (status !== null && [500, 502, 503, 504].includes(status)) return 'retrying'
  return 'lost'
}
