import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { TooMuchError, type BusyRequest, type BusyTimes } from './busy-time.ts'
import { busyTimesIn, threadRequest, type ThreadReply } from './thread-messages.ts'

const program = new URL(`./thread/main${extname(import.meta.url)}`, import.meta.url)

const usualLimitMs = 15_000

/**
 * `readBusyTexts` in its own thread. Strangers write these texts, and a few lines are enough to keep `ical.js`
 * busy for ever: the thread is then ended, and the service continues.
 * @throws NotACalendarError
 * @throws TooMuchError
 */
export async function readBusyInThread(
  texts: readonly string[],
  request: BusyRequest,
  { limitMs = usualLimitMs }: { limitMs?: number } = {},
): Promise<BusyTimes> {
  const worker = new Worker(program, {
    workerData: threadRequest(texts, request),
    // A container of a service has 384 MB.
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  try {
    const signal = AbortSignal.timeout(limitMs)
    const [answer]: ThreadReply[] = await once(worker, 'message', { signal })
    return busyTimesIn(answer ?? null)
  } catch (error) {
    if (isTooMuch(error)) throw new TooMuchError('the calendar takes too long to read')
    throw error
  } finally {
    await worker.terminate()
  }
}

function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
  )
}
