import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pulse as Beat } from '@night-routine/database'

export interface PulseOptions {
  /** One read for all pages: what they show by now, and which of their sessions still stand. */
  readPulse: (tokenHashes: readonly string[]) => Promise<Beat>
  onFailure: (error: unknown) => void
  /** How long between two reads, at least. */
  everyMs?: number
  /** A comment after so long a silence: proxies and our own server end connections that are silent. */
  heartbeatMs?: number
  /** The browser comes back, and shows its cookie again, after so long. */
  lifeMs?: number
  /** Above this many pages the next one has to ask by itself. */
  mostPages?: number
  /** How time passes; tests have their own. */
  timer?: PulseTimer
}

interface PulseTimer {
  /** Milliseconds that only count up. */
  now: () => number
  /** Ends early when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const realTimer: PulseTimer = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, null, { signal }).catch(() => null),
}

/** Tells open pages that they no longer show what is so. */
export interface Pulse {
  /** The messages for one page, as `text/event-stream`; null where too many listen already. */
  listen: (session: { tokenHash: string }) => Readable | null
  /** Ends every stream, and waits for the read that is under way. */
  close: () => Promise<void>
}

interface Listener {
  stream: Readable
  tokenHash: string
  since: number
  /** What it was told last, and when. */
  revision: string | null
  at: number
}

/** Reads while anybody listens, and never more often than told, however many they are. */
export function startPulse(options: PulseOptions): Pulse {
  const { readPulse, onFailure, everyMs = 1_000, mostPages = 50, timer = realTimer } = options
  const rules = { heartbeatMs: 10_000, lifeMs: 600_000, ...options }
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  let reading: Promise<void> | null = null

  async function read() {
    while (listeners.size > 0 && !closing.signal.aborted) {
      try {
        const beat = await readPulse([...new Set([...listeners].map(each => each.tokenHash))])
        for (const listener of listeners)
          if (tell(listener, beat, rules, timer.now()) === 'ended') listeners.delete(listener)
      } catch (error) {
        onFailure(error)
        for (const { stream } of listeners) stream.push(': \n\n')
      }
      await timer.sleep(everyMs, closing.signal)
    }
    reading = null
  }

  return {
    listen({ tokenHash }) {
      if (listeners.size >= mostPages || closing.signal.aborted) return null
      const now = timer.now()
      const stream = new Readable({ read: () => undefined })
      const listener = { stream, tokenHash, since: now, revision: null, at: now }
      stream.once('close', () => listeners.delete(listener))
      // Headers leave with the first words; `retry` is how soon a browser comes back.
      stream.push('retry: 3000\n\n')
      listeners.add(listener)
      reading ??= read()
      return stream
    },
    async close() {
      closing.abort()
      for (const { stream } of listeners) stream.push(null)
      listeners.clear()
      await reading
    },
  }
}

function tell(
  listener: Listener,
  { revision, sessions }: Beat,
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
  // Nobody reads at the other end: a browser that does comes back by itself.
  if (!taken) stream.destroy()
  listener.revision = revision
  listener.at = now
  return 'listening'
}
