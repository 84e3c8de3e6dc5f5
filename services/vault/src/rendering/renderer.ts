import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '@night-routine/service'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { RenderedNote } from './markdown.ts'

/** A note, and the site that its links lead to. */
export interface RenderTask {
  hash: string
  text: string
  path: string
  paths: readonly string[]
  base: string
}

const usualLimitMs = 2_000
/** An idle thread is stopped to free its memory. */
const idleMs = 60_000
/** How long a note that was too slow is not rendered again. */
const skipSlowMs = 60_000

const program = new URL(`./main${extname(import.meta.url)}`, import.meta.url)

/** Renders notes in a thread of their own, which starts with the first: a note built to be slow blocks no upload. */
export function createRenderer({
  logger,
  limitMs = usualLimitMs,
  limit = () => AbortSignal.timeout(limitMs),
}: {
  logger: Logger
  limitMs?: number
  /** Limits the time of one note; tests abort it themselves. */
  limit?: (task: RenderTask) => AbortSignal
}) {
  const inTurn = pLimit(1)
  const slow = new LRUCache<string, true>({ max: 1_000, ttl: skipSlowMs })
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

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

  async function renderNow(task: RenderTask): Promise<RenderedNote | undefined> {
    clearTimeout(idle)
    thread ??= await start()
    thread.postMessage(task, [])
    try {
      const [note]: RenderedNote[] = await once(thread, 'message', { signal: limit(task) })
      return note
    } catch (error) {
      logger.warn({ err: error, hash: task.hash, limitMs }, 'note took too long to render')
      slow.set(task.hash, true)
      await stop()
      return undefined
    } finally {
      idle = setTimeout(() => void inTurn(stop), idleMs).unref()
    }
  }

  return {
    /** Undefined for a note that takes too long. */
    render: async (task: RenderTask) =>
      inTurn(async () => (slow.has(task.hash) ? undefined : renderNow(task))),

    async close(): Promise<void> {
      clearTimeout(idle)
      await inTurn(stop)
      clearTimeout(idle)
    },
  }
}
