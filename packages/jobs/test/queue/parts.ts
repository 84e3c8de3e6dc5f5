import type { Test } from 'tap'
import { createProducer, createWorker, type Backend } from '../../src/index.ts'
import type { WorkerOptions } from '../../src/queue/worker.ts'
import { collectLines } from './log-lines.ts'

// Generous for a busy machine; tests don't wait longer than needed.
const patientMs = 60_000
// A slow worker on a busy machine must not lose its job.
const patientTiming = { lockMs: patientMs, stalledCheckMs: 5_000, retryMs: 50 }
export const family = { requestId: 'family' }

/** A backend with a generous time limit. */
export function patient(backend: Backend): Backend {
  return { ...backend, reachMs: patientMs }
}

/** A worker that records its runs and is closed with the test. */
export function work(
  t: Test,
  backend: Backend,
  kind: WorkerOptions['kind'],
  handler: WorkerOptions['handler'] = async () => {},
  timing = patientTiming,
) {
  const log = collectLines()
  const runs: string[] = []
  const worker = createWorker({
    backend,
    kind,
    logger: log.logger,
    timing,
    handler: async requestContext => {
      runs.push(requestContext.requestId ?? '')
      await handler(requestContext)
    },
  })
  t.teardown(() => worker.close())
  return { worker, runs, log }
}

/** A producer that is closed with the test and gives up after `wakeMs`. */
export function produce(t: Test, backend: Backend, { wakeMs = patientMs } = {}) {
  const log = collectLines()
  const producer = createProducer({ backend, logger: log.logger, wakeMs })
  t.teardown(() => producer.close())
  return { producer, log }
}
