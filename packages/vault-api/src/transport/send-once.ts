import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import got, { RequestError, TimeoutError } from 'got'
import type { RawAnswer } from '../answers/judge.ts'
import { TimedOut, UnexpectedAnswer, Unreachable } from '../errors.ts'
import { limitsFor, type TimeLimits } from './time-limits.ts'

/** A streaming body. It reports its own error if the source fails. */
export interface StreamedBody {
  readonly stream: Readable
  readonly fault: () => Error | null
}

/** One request as it goes over the line. */
export interface Outgoing {
  readonly endpoint: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | StreamedBody
  readonly bytes: number
  /** Uses a new connection: the host may close an idle one just as the request is sent. */
  readonly ownConnection: boolean
  readonly timeLimits: TimeLimits
  readonly signal: AbortSignal | undefined
}

/** No answer of the API is longer: 100,000 files in a list are about 20 MB. */
const longestAnswer = 64 * 1024 * 1024

const oneOff = { http: new HttpAgent(), https: new HttpsAgent() }

/** Sends a request once. Returns whatever answer came, of any status; throws where none did. */
export async function sendOnce(outgoing: Outgoing): Promise<RawAnswer> {
  const { body, signal } = outgoing
  const tooLong = new AbortController()
  const asked = got(outgoing.url, {
    method: 'POST',
    headers: { ...outgoing.headers },
    body: typeof body === 'string' ? body : body.stream,
    timeout: limitsFor(outgoing.bytes, outgoing.timeLimits),
    signal: signal === undefined ? tooLong.signal : AbortSignal.any([signal, tooLong.signal]),
    // A redirect would send the token to an unchecked address.
    followRedirect: false,
    // What may be repeated is decided from the body too, above this.
    retry: { limit: 0 },
    throwHttpErrors: false,
    responseType: 'text',
    ...(outgoing.ownConnection ? { agent: oneOff } : {}),
  })
  void asked.on('downloadProgress', ({ transferred }) => {
    if (transferred > longestAnswer) tooLong.abort()
  })
  try {
    const { statusCode, headers, body: text } = await asked
    return { status: statusCode, retryAfter: headers['retry-after'], text }
  } catch (error) {
    signal?.throwIfAborted()
    const fault = typeof body === 'string' ? null : body.fault()
    if (fault !== null) throw fault
    if (tooLong.signal.aborted)
      throw new UnexpectedAnswer(`The answer is too long (${outgoing.endpoint}).`, outgoing)
    throw failureOf(error, outgoing.endpoint)
  } finally {
    if (typeof body !== 'string') body.stream.destroy()
  }
}

const beforeSending = new Set(['lookup', 'connect', 'secureConnect'])
const notReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const broken = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ERR_HTTP2_STREAM_ERROR',
])
const brokenAnswer = new Set(['ERR_READING_RESPONSE_STREAM', 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'])

/** Only the code of what the library throws is kept: its options hold the token and the body. */
function failureOf(error: unknown, endpoint: string): Error {
  if (error instanceof TimeoutError) {
    const sent = !beforeSending.has(error.event)
    const what = sent ? 'took too long' : 'could not be reached in time'
    return new TimedOut(`The host ${what} (${endpoint}, ${error.event}).`, {
      endpoint,
      sent,
      temporary: true,
    })
  }
  const code = error instanceof RequestError ? error.code : 'unknown'
  const temporary = notReached.has(code) || broken.has(code) || brokenAnswer.has(code)
  return new Unreachable(`No connection to the host (${endpoint}, ${code}).`, {
    endpoint,
    code,
    temporary,
    sent: !notReached.has(code),
  })
}
