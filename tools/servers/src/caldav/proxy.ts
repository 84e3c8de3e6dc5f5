import { once } from 'node:events'
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { calendarPerson } from './person.ts'
import type { CalendarServer } from './account.ts'

/** What goes wrong with the next requests. */
export interface Fault {
  method: RegExp
  /** What the body of the request has. */
  body?: RegExp
  /** `before` nothing happened, `after` it happened and the answer is lost. A status is answered in its place. */
  when: 'before' | 'after' | number
  /** Only a delay of so long. */
  milliseconds?: number
  /** The body of that answer. */
  answer?: string
  count: number
}

/** What a server leaves out of every answer. */
export interface LeftOut {
  body?: RegExp
  header?: string
}

/** A proxy in front of a calendar server: it records requests, lets answers get lost, and leaves parts of them out. */
export async function watchServer(server: CalendarServer, leftOut: LeftOut = {}) {
  const requests: { method: string; path: string; status: number | null }[] = []
  let faults: Fault[] = []
  const target = new URL(server.url)

  function faultFor(method: string, body: string): Fault | undefined {
    const fault = faults.find(
      one => one.count > 0 && one.method.test(method) && (one.body?.test(body) ?? true),
    )
    if (fault) fault.count -= 1
    return fault
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming
    const record = { method, path, status: null as number | null }
    requests.push(record)
    const body = await text(incoming)
    const fault = faultFor(method, body)
    const isDelay = fault?.milliseconds !== undefined
    if (isDelay && fault.when === 'before') await sleep(fault.milliseconds)
    if (fault?.when === 'before' && !isDelay) return void outgoing.destroy()
    if (typeof fault?.when === 'number')
      return void outgoing.writeHead(fault.when).end(fault.answer)
    const { hostname, port } = target
    const upstream = forward({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, host: target.host, 'accept-encoding': 'identity' },
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.on('response', resolve).on('error', reject)
    })
    upstream.end(body)
    const answer = await answered
    const whole = await buffer(answer)
    const content =
      leftOut.body === undefined
        ? whole
        : Buffer.from(whole.toString('utf8').replaceAll(leftOut.body, ''))
    if (leftOut.header !== undefined) delete answer.headers[leftOut.header]
    if (isDelay && fault.when === 'after') await sleep(fault.milliseconds)
    if (fault?.when === 'after' && !isDelay) return void outgoing.destroy()
    record.status = answer.statusCode ?? null
    const { 'transfer-encoding': _, ...kept } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, {
      ...kept,
      'content-length': content.byteLength,
    })
    outgoing.end(content)
  }

  const proxy = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const port = address !== null && typeof address !== 'string' ? address.port : 0
  const url = `http://127.0.0.1:${port}/`
  return {
    ...server,
    url,
    /** A person who is not recorded. */
    person: calendarPerson(server),
    requests: () => [...requests],
    clearRequests: () => requests.splice(0),
    fault: (fault: Fault) => void faults.push(fault),
    clearFaults: () => {
      faults = []
    },
    async stop() {
      proxy.close()
      proxy.closeAllConnections()
      await server.stop()
    },
  }
}

export type WatchedServer = Awaited<ReturnType<typeof watchServer>>
