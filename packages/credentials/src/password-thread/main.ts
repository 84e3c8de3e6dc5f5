import { parentPort, workerData } from 'node:worker_threads'
import { judgePassword } from '../judge-password.ts'

// One password for each thread.
parentPort?.postMessage(judgePassword(workerData), [])
