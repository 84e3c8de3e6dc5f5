export { chooseBackend, UnfitBackendError, type Backend } from './queue/backend.ts'
export { checkBackend, reachBackend } from './queue/check-backend.ts'
export { createProducer, type Producer } from './queue/producer.ts'
export { createWorker } from './queue/worker.ts'
export { kindsOf, type KindsOf } from './kinds.ts'
export { createWorkerService, type RunningWorker } from './runner/create-worker-service.ts'
export { startLoop } from './runner/loop.ts'
export {
  longestPauseSeconds,
  stopWhenLost,
  type Failure,
  type FailureOf,
  type Job,
} from './runner/runner.ts'
export { startWorking } from './runner/start-working.ts'
