import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Revision } from '@night-routine/database/pulse'

export interface PageEventsOptions {
  /** One read for all pages: the current revision, and which sessions are still valid. */
  readPulse: (tokenHashes: readonly string[]) => Promise<Revision>
  onFailure: (error: unknown) => void
  /** Minimum time between two reads. */
  everyMs?: number
  /** Interval of keep-alive comments: proxies and our own server close idle connections. */
  heartbeatMs?: number
  /** After this time the browser reconnects, and its session is checked again. */
  lifeMs?: number
  /** Maximum number of streams; further pages poll. */
  mostPages?: number
  /** The timer; tests inject their own. */
  timer?: PageEventsTimer
}

interface PageEventsTimer {
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** Ends early when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const realTimer: PageEventsTimer = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, null, { signal }).catch(() => null),
}

interface Listener {
  stream: Readable
  tokenHash: string
  since: number
  /** The last event sent to it, and when. */
  revision: string | null
  at: number
}

/** Notifies open pages that they are stale. Reads only while pages listen, at a fixed maximum rate. */
export function startPageEvents(options: PageEventsOptions) {
  const { readPulse, onFailure, everyMs = 1_000, mostPages = 50, timer = realTimer } = options
  const rules = { heartbeatMs: 10_000, lifeMs: 600_000, ...options }
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  let reading: Promise<void> | null = null

  async function read() {
    while (listeners.size > 0 && !closing.signal.aborted) {
      try {
        // A stream that opens during the read is not in its answer.
        const open = [...listeners]
        const beat = await readPulse([...new Set(open.map(each => each.tokenHash))])
        for (const listener of open)
          if (listeners.has(listener) && tell(listener, beat, rules, timer.now()) === 'ended')
            listeners.delete(listener)
      } catch (error) {
        onFailure(error)
        for (const { stream } of listeners) stream.push(': \n\n')
      }
      await timer.sleep(everyMs, closing.signal)
    }
    reading = null
  }

  return {
    /** The events for one page, as `text/event-stream`; null if there are too many streams. */
    listen({ tokenHash }: { tokenHash: string }) {
      if (listeners.size >= mostPages || closing.signal.aborted) return null
      const now = timer.now()
      const stream = new Readable({ read: () => undefined })
      const listener = { stream, tokenHash, since: now, revision: null, at: now }
      stream.once('close', () => listeners.delete(listener))
      // The first bytes flush the headers; `retry` is the browser's reconnect delay.
      stream.push('retry: 3000\n\n')
      listeners.add(listener)
      reading ??= read()
      return stream
    },
    /** Ends every stream and waits for a read in progress. */
    close: async () => {
      closing.abort()
      for (const { stream } of listeners) stream.push(null)
      listeners.clear()
      await reading
    },
  }
}

function tell(
  listener: Listener,
  { revision, sessions }: Revision,
  { heartbeatMs, lifeMs }: { heartbeatMs: number; lifeMs: number },
  now: number,
): 'ended' | 'listening' {
  const { stream } = listener
  if (!sessions.includes(listener.tokenHash) || now - listener.since > lifeMs) {
    stream.push(null)
    return 'ended'
  }
  const isNews = revision !== listener.revision
  if (!isNews && now - listener.at < heartbeatMs) return 'listening'
  const taken = stream.push(isNews ? `data: ${JSON.stringify({ revision })}\n\n` : ': \n\n')
  // The client does not read; a live browser reconnects.
  if (!taken) stream.destroy()
  listener.revision = revision
  listener.at = now
  return 'listening'
}
