import { GoogleError, invalidValue, missing } from '../google-error.ts'

/** Google's default. It publishes no maximum, so the emulator grants no more. */
const longest = { hours: 7 * 24 }

/**
 * The body of events.watch, from
 * https://developers.google.com/workspace/calendar/api/v3/reference/events/watch.
 *
 * @throws GoogleError 400
 */
export function readWatchRequest(body: Record<string, unknown>, now: Temporal.Instant) {
  const { address, expiration, id, params, token, type } = body
  if (id === undefined) throw missing('Missing required field: id')
  if (typeof id !== 'string' || !/^[\w\-+/=]{1,64}$/.test(id)) {
    throw invalidValue('Invalid value for: id. It must match [A-Za-z0-9_\\-+/=]{1,64}')
  }
  if (type !== 'web_hook') throw invalidValue('Unknown channel type')
  if (token !== undefined && (typeof token !== 'string' || token.length > 256)) {
    throw invalidValue('Invalid value for: token. At most 256 characters')
  }
  return {
    id,
    address: readAddress(address),
    token: token ?? null,
    expiration: readExpiration(expiration, params, now),
  }
}

/** Google calls only https. The emulator also calls plain http on this machine. */
function readAddress(address: unknown): string {
  if (typeof address !== 'string') throw missing('Missing required field: address')
  const url = URL.parse(address)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  if (url?.protocol === 'https:') return address
  if (url?.protocol === 'http:' && loopback.includes(url.hostname)) return address
  throw new GoogleError(
    400,
    'push.webhookUrlNotHttps',
    `WebHook callback must be HTTPS: ${address}`,
  )
}

/** The earliest of the requested times and the longest allowed one. */
function readExpiration(expiration: unknown, params: unknown, now: Temporal.Instant): number {
  const ttl = typeof params === 'object' && params !== null && 'ttl' in params && params.ttl
  const expirations = [now.add(longest).epochMilliseconds]
  if (expiration !== undefined) expirations.push(wholeNumber(expiration, 'expiration'))
  if (ttl !== false) {
    expirations.push(now.epochMilliseconds + 1000 * wholeNumber(ttl, 'params.ttl'))
  }
  const earliest = Math.min(...expirations)
  if (earliest <= now.epochMilliseconds) throw invalidValue('Channel expiration is in the past')
  return earliest
}

function wholeNumber(value: unknown, name: string): number {
  if (/^\d{1,15}$/.test(String(value))) return Number(value)
  throw invalidValue(`Invalid value for: ${name}`)
}
