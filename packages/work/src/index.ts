export { createWorkerService, type Underway } from './create-worker-service.ts'
export { startLoop, type Loop } from './loop.ts'
export { mayGoOn, type Failure, type Job } from './run-marked.ts'
export { startWorking } from './start-working.ts'
