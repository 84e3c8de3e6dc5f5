import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import type * as Got from 'got'
import type { Question, RawAnswer } from '../answers/judge.ts'
import { TimedOut, UnexpectedAnswer, Unreachable } from '../errors.ts'

/** A streaming body. It reports its own error if the source fails. */
export interface StreamedBody {
  readonly stream: Readable
  readonly fault: () => Error | null
}

/** A request, whatever it takes to get an answer. */
export interface Request extends Question {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Opens the body; called for each attempt. */
  readonly open: (attempt: number) => string | StreamedBody
  readonly bytes: number
  readonly signal: AbortSignal | undefined
}

/** How long each part of a request may take, in milliseconds. */
export type TimeLimits = Readonly<typeof usualTimeLimits>

export const usualTimeLimits = {
  /** Finding the address, connecting and the TLS handshake, each. */
  connectMs: 10_000,
  /** Silence on the line, in either direction. */
  idleMs: 30_000,
  /** The whole of a small request, with its answer. */
  requestMs: 60_000,
  /** The slowest line on which an upload is still worth its while, in bytes a second. */
  slowestBytesPerSecond: 64 * 1024,
}

/** The limits of one request: the whole grows with what is sent, the rest does not. */
export function limitsFor(bytes: number, limits: TimeLimits) {
  return {
    lookup: limits.connectMs,
    connect: limits.connectMs,
    secureConnect: limits.connectMs,
    socket: limits.idleMs,
    request: limits.requestMs + Math.ceil((bytes / limits.slowestBytesPerSecond) * 1_000),
  }
}

/** No answer of the API is longer: 100,000 files in a list are about 20 MB. */
const longestAnswer = 64 * 1024 * 1024

// The host may close an idle connection just as a request is sent on it.
const newConnection = { agent: { http: new HttpAgent(), https: new HttpsAgent() } }

/** Sends a request once. Returns whatever answer came, of any status; throws where none did. */
export async function sendOnce(
  { endpoint: { path, repeat }, url, bytes, headers, open, signal }: Request,
  attempt: number,
  always: { readonly headers: Request['headers']; readonly timeLimits: TimeLimits },
): Promise<RawAnswer> {
  // It takes 5 MB of memory, and a family that publishes nothing needs none of it.
  const { default: got, ...errors } = await import('got')
  const body = open(attempt)
  const tooLong = new AbortController()
  const asked = got(url, {
    method: 'POST',
    headers: { ...always.headers, ...headers },
    body: typeof body === 'string' ? body : body.stream,
    timeout: limitsFor(bytes, always.timeLimits),
    signal: signal === undefined ? tooLong.signal : AbortSignal.any([signal, tooLong.signal]),
    // A redirect would send the token to an unchecked address.
    followRedirect: false,
    // What may be repeated is decided from the body too, above this.
    retry: { limit: 0 },
    throwHttpErrors: false,
    responseType: 'text',
    ...(repeat === 'unsent' ? newConnection : {}),
  })
  void asked.on('downloadProgress', ({ transferred }) => {
    if (transferred > longestAnswer) tooLong.abort()
  })
  try {
    const { statusCode, headers: answered, body: text } = await asked
    return { status: statusCode, retryAfter: answered['retry-after'], text }
  } catch (error) {
    signal?.throwIfAborted()
    const fault = typeof body === 'string' ? null : body.fault()
    if (fault !== null) throw fault
    if (tooLong.signal.aborted)
      throw new UnexpectedAnswer(`The answer is too long (${path}).`, { endpoint: path })
    throw failureOf(error, path, errors)
  } finally {
    if (typeof body !== 'string') body.stream.destroy()
  }
}

const beforeSending = ['lookup', 'connect', 'secureConnect']
const notReached =
  `ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL`.split(
    ' ',
  )
const broken =
  `ECONNRESET EPIPE ECONNABORTED ETIMEDOUT ERR_HTTP2_STREAM_ERROR ERR_READING_RESPONSE_STREAM
  ERR_HTTP_CONTENT_LENGTH_MISMATCH ERR_STREAM_PREMATURE_CLOSE ERR_STREAM_DESTROYED ENETRESET ENOTCONN`.split(
    /\s+/,
  )

/** Only the code of what the library throws is kept: its options hold the token and the body. */
function failureOf(
  error: unknown,
  endpoint: string,
  { RequestError, TimeoutError }: Pick<typeof Got, 'RequestError' | 'TimeoutError'>,
): Error {
  if (error instanceof TimeoutError) {
    const sent = !beforeSending.includes(error.event)
    const what = sent ? 'took too long' : 'could not be reached in time'
    const message = `The host ${what} (${endpoint}, ${error.event}).`
    return new TimedOut(message, { endpoint, sent, temporary: true })
  }
  const code = error instanceof RequestError ? error.code : 'unknown'
  const sent = !notReached.includes(code)
  const temporary = !sent || broken.includes(code)
  const message = `No connection to the host (${endpoint}, ${code}).`
  return new Unreachable(message, { endpoint, code, temporary, sent })
}
