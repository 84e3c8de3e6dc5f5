import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '@night-routine/service'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { ReadNote } from './pieces.ts'

/** A note, and the id of what is wanted of it where it stands in another; empty for all of it there. */
export interface RenderTask {
  hash: string
  text: string
  part?: string
}

/** What the thread makes of a note. */
export interface Rendered {
  /** Undefined if the note has no such part. */
  note: ReadNote | undefined
  /** The words of the note for the search, as PostgreSQL writes a tsvector. */
  search: string
  /** Those of its title and aliases. */
  names: string
}

/** A rendered note, or why there is none: it takes too long, or the deadline passed before its turn came. */
type Result = Rendered | 'slow' | 'late'

/** What a note may take; less than its readers wait, so that they learn it. */
const usualLimitMs = 1_200
/** No reader waits for a note that is rendered ahead, until one asks for another note. */
const aheadLimitMs = 10_000
const yieldAfterMs = 200
/** An idle thread is stopped to free its memory. */
const idleMs = 60_000
/** How long a note that was too slow is not rendered again. */
const skipSlowMs = 60_000

const program = new URL(`./main${extname(import.meta.url)}`, import.meta.url)

/** Renders notes in a separate thread, which starts with the first: a note built to be slow blocks no upload. */
export function createRenderer(options: {
  logger: Logger
  limitMs?: number
  /** Limits the time of one note; tests abort it themselves. */
  limit?: (task: RenderTask) => AbortSignal
}) {
  const { logger, limitMs = usualLimitMs } = options
  const { limit = () => AbortSignal.timeout(limitMs) } = options
  const inTurn = pLimit(1)
  const slow = new LRUCache<string, true>({ max: 1_000, ttl: skipSlowMs })
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  /** Ends what is rendered ahead. */
  let ahead: AbortController | undefined

  async function start(): Promise<Worker> {
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    await once(worker, 'message')
    // Between two notes nothing else listens, and an unhandled error would end the process.
    worker.on('error', error => logger.warn({ err: error }, 'the rendering thread ended'))
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  async function stop(): Promise<void> {
    const stopped = thread
    thread = undefined
    await stopped?.terminate()
  }

  async function renderNow(task: RenderTask, signal: () => AbortSignal): Promise<Rendered> {
    clearTimeout(idle)
    try {
      const worker = (thread ??= await start())
      const limited = signal()
      // Interrupted while the thread started: it has nothing to do, and the next note needs it.
      limited.throwIfAborted()
      return await answerOf(worker, task, limited)
    } finally {
      idle = setTimeout(() => void inTurn(stop), idleMs).unref()
    }
  }

  /** A thread that does not answer is stopped, because nothing else ends its work. */
  async function answerOf(worker: Worker, task: RenderTask, signal: AbortSignal) {
    try {
      worker.postMessage(task, [])
      const [note]: Rendered[] = await once(worker, 'message', { signal })
      if (note === undefined) throw new Error('the rendering thread sent nothing')
      return note
    } catch (error) {
      await stop()
      throw error
    }
  }

  async function renderSoon(task: RenderTask, deadline: AbortSignal): Promise<Result> {
    if (slow.has(task.hash)) return 'slow'
    // Its reader has left: it is rendered ahead, or when the next reader asks.
    if (deadline.aborted) return 'late'
    try {
      return await renderNow(task, () => limit(task))
    } catch (error) {
      logger.warn({ err: error, hash: task.hash, limitMs }, 'note took too long to render')
      slow.set(task.hash, true)
      return 'slow'
    }
  }

  async function renderAhead(task: RenderTask): Promise<Rendered | 'interrupted' | undefined> {
    const controller = new AbortController()
    ahead = controller
    try {
      return await renderNow(task, () =>
        AbortSignal.any([controller.signal, AbortSignal.timeout(aheadLimitMs)]),
      )
    } catch (error) {
      if (controller.signal.aborted) return 'interrupted'
      logger.warn({ err: error, hash: task.hash }, 'note took too long to render ahead')
      return undefined
    } finally {
      ahead = undefined
    }
  }

  return {
    /** Renders a note for somebody who waits for it until the deadline. */
    render: async (task: RenderTask, deadline: AbortSignal): Promise<Result> => {
      const hurry = setTimeout(() => ahead?.abort(), yieldAfterMs).unref()
      try {
        return await inTurn(renderSoon, task, deadline)
      } finally {
        clearTimeout(hurry)
      }
    },

    /** The same for a note that no reader waits for: a reader who waits for another one interrupts it. */
    renderAhead: async (task: RenderTask) => inTurn(renderAhead, task),

    async close(): Promise<void> {
      clearTimeout(idle)
      ahead?.abort()
      await inTurn(stop)
      clearTimeout(idle)
    },
  }
}
