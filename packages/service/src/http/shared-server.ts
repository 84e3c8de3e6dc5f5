import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { waits } from '../waits.ts'
import { arrivalOptions, usualArrival, type ArrivalLimits } from './limits.ts'
import { answerBrokenRequest } from './refusals.ts'

/** One server for several services, with the limits that each has alone; `answer` passes a request to one of them. */
export function sharedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  arrival: ArrivalLimits = usualArrival,
): Server {
  const { http, requestTimeout } = arrivalOptions(arrival)
  const server = createServer({ ...http, requestTimeout, keepAliveTimeout: 72_000 }, answer)
  server.setTimeout(waits.connectionMs)
  server.on('clientError', answerBrokenRequest)
  return server
}
