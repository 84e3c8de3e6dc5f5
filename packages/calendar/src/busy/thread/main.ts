import { parentPort, workerData } from 'node:worker_threads'
import { readBusyTexts } from '../calendar-text.ts'
import { reply, requestIn } from '../thread-messages.ts'

// One calendar for each thread: it reads the texts, answers, and ends.
const { texts, request } = requestIn(workerData)
parentPort?.postMessage(
  reply(() => readBusyTexts(texts, request)),
  [],
)
