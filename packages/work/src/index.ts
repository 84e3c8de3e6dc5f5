export { startLoop, type Loop } from './loop.ts'
export { mayGoOn, type Failure, type Job } from './run-marked.ts'
export { startWorking, type Working } from './start-working.ts'
