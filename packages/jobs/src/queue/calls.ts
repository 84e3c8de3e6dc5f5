import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobKind } from '@night-routine/database/jobs'
import type { PassedContext } from '@night-routine/service'
import type { Backend, QueueLogger } from './backend.ts'

type Answer = (requestContext: PassedContext) => void

/** Who answers calls in this process, by address and kind. */
const answers = new Map<string, Answer>()

const keyOf = (url: string, kind: JobKind) => `${url} ${kind}`

/** Calls the worker of a kind. @returns false without one, as between its end and its next start */
export function callWorker(url: string, kind: JobKind, requestContext: PassedContext): boolean {
  const answer = answers.get(keyOf(url, kind))
  answer?.(requestContext)
  return answer !== undefined
}

/** A worker that is called instead of reading a queue. Calls during a run cause one more run. */
export function answerCalls(options: {
  backend: Backend
  kind: JobKind
  handler: (requestContext: PassedContext) => Promise<void>
  logger: QueueLogger
}) {
  const { backend, kind, handler, logger } = options
  const key = keyOf(backend.url, kind)
  let next: PassedContext | undefined
  let running: Promise<void> | undefined

  async function run() {
    for (let requestContext = next; requestContext !== undefined; requestContext = next) {
      next = undefined
      try {
        await handler(requestContext)
      } catch (error) {
        logger.warn({ queue: kind, err: error }, 'job failed')
      }
    }
    running = undefined
  }
  // A run belongs to no request: it has only what the call passes, as a message of a queue has.
  const start = AsyncLocalStorage.bind(run)
  const answer: Answer = requestContext => {
    next = requestContext
    running ??= start()
  }
  answers.set(key, answer)
  return {
    async close() {
      if (answers.get(key) === answer) answers.delete(key)
      next = undefined
      await running
    },
  }
}
