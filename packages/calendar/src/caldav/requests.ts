import { readRetryAfter, waits, wholeCalendarWaits } from '@night-routine/service'
import { CalendarError, type CommonReason } from '../errors.ts'
import { limitedText } from '../limited-text.ts'
import { resolveHref, type Trust } from './addresses.ts'
import { notACalendarServer, transportError } from './classify.ts'

interface DavRequest {
  method: 'GET' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT' | 'MKCALENDAR'
  url: URL
  headers?: Record<string, string>
  body?: string
  /** Redirects of a discovery are followed on the same host; others are refused. */
  followsRedirects?: boolean
  /** The answer is about a whole calendar, so the server may have to read all its files first. */
  readsAll?: boolean
  /** Ends the operation that the request is a part of. */
  signal?: AbortSignal
}

export interface DavAnswer {
  status: number
  headers: Headers
  body: string
  /** Where the answer came from, after redirects. */
  url: URL
}

export interface RequestOptions {
  username?: string | undefined
  password?: string | undefined
  /** A bearer token instead of a password. */
  token?: string | undefined
  trust: Trust
  /** For the silence of the server; by default, and for whole calendars, as `waits` has it. */
  silenceMs?: number | undefined
  /** Milliseconds of a monotonic clock. */
  monotonic?: (() => number) | undefined
}

/** Sends a request; throws a CalendarError when no answer came, for a 401, and when the server is too busy. */
export type Send = (request: DavRequest) => Promise<DavAnswer>

const mostBytes = 64 * 1024 * 1024
const mostRedirects = 5
/** Servers ban accounts with many wrong passwords, so a refused one is not sent again for this long. */
const restMs = 5 * 60_000

/** Sends requests with the password, which never goes to a host that is not trusted. */
export function createSend(options: RequestOptions): Send {
  const { trust, monotonic = () => performance.now() } = options
  const authorization = authorizationOf(options)
  let refusedAt = -Infinity
  let refusal = ''

  return async request => {
    if (monotonic() - refusedAt < restMs)
      throw new CalendarError('unauthorized', { detail: refusal })
    const {
      silenceMs = request.readsAll ? wholeCalendarWaits.silenceMs : waits.providerSilenceMs,
    } = options
    let { url } = request
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      if (!trust.has(url)) throw notACalendarServer(`it leads to ${url.origin}`)
      const answer = await attempt({ ...request, url }, authorization, silenceMs)
      const next = locationOf(answer)
      if (next === null || request.followsRedirects !== true) {
        if (answer.status === 401) {
          refusedAt = monotonic()
          refusal = refusalIn(answer)
        }
        return checked(answer, refusal)
      }
      url = next
    }
    throw notACalendarServer('too many redirects')
  }
}

async function attempt(
  { method, url, headers, body, signal }: DavRequest,
  authorization: Record<string, string>,
  silenceMs: number,
): Promise<DavAnswer> {
  const silence = endOfPatience(silenceMs)
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...authorization,
        'User-Agent': 'night-routine',
        // Cyrus and nginx make the etag of a compressed answer weak, and If-Match needs a strong one.
        ...(method === 'GET' && { 'Accept-Encoding': 'identity' }),
        ...(body !== undefined && { 'Content-Type': 'application/xml; charset=utf-8' }),
        ...headers,
      },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      ...(body !== undefined && { body }),
    })
    const text = await limitedText(response.body ?? [], mostBytes, silence.heard)
    if (text === null) throw new CalendarError('unavailable', { detail: 'an endless answer' })
    return { status: response.status, headers: response.headers, body: text, url }
  } catch (error) {
    throw transportError(error)
  } finally {
    silence.stop()
  }
}

/** A signal that aborts when nothing was heard for so long. */
function endOfPatience(silenceMs: number) {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException('the server is silent', 'TimeoutError')),
    silenceMs,
  )
  return {
    signal: controller.signal,
    heard: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

function checked(answer: DavAnswer, refusal: string): DavAnswer {
  const { status, headers } = answer
  const reason = refusedAs[status]
  if (reason === undefined) return answer
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'))
  const isBusy = status === 503 && retryAfterSeconds !== null
  throw new CalendarError(isBusy ? 'rate-limited' : reason, {
    detail: status === 401 ? refusal : `${status}`,
    retryAfterSeconds,
  })
}

const refusedAs: Record<number, CommonReason> = {
  401: 'unauthorized',
  408: 'timeout',
  429: 'rate-limited',
  503: 'unavailable',
}

function refusalIn({ headers }: DavAnswer): string {
  const asked = headers.get('www-authenticate') ?? ''
  return /digest/i.test(asked) && !/basic|bearer/i.test(asked)
    ? 'the server wants Digest; allow Basic there'
    : '401'
}

function locationOf({ status, headers, url }: DavAnswer): URL | null {
  const location = headers.get('location')
  return [301, 302, 307, 308].includes(status) && location !== null
    ? resolveHref(location, url)
    : null
}

function authorizationOf({ username, password, token }: RequestOptions): Record<string, string> {
  if (token !== undefined) return { Authorization: `Bearer ${token}` }
  if (username === undefined) return {}
  const pair = Buffer.from(`${username}:${password ?? ''}`, 'utf8').toString('base64')
  return { Authorization: `Basic ${pair}` }
}
