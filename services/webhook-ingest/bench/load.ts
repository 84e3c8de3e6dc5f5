import { connect } from 'node:net'

export interface Load {
  port: number
  /** The bytes of one request. */
  request: string
  connections: number
  /** No request is sent after this time … */
  milliseconds: number
  /** … nor beyond this number. */
  atMost: number
  /** Requests in a second over all connections; unset: each as soon as the previous one is answered. */
  perSecond?: number
}

/** The result; times are in milliseconds, from a request to its answer. */
export interface Outcome {
  perSecond: number
  p50: number
  p99: number
  /** The number of answers by status. */
  statuses: Record<string, number>
}

/**
 * Sends one request again and again over connections that are kept open. Uses raw sockets: a client library
 * costs as much as the servers that are measured here.
 */
export async function load({ port, request, connections, ...limits }: Load): Promise<Outcome> {
  const { milliseconds, atMost, perSecond = Infinity } = limits
  const bytes = Buffer.from(request, 'latin1')
  const times: number[] = []
  const statuses: Record<string, number> = {}
  const startedAt = performance.now()
  let sent = 0

  function keepAsking(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let asked = 0
    const ask = () => {
      asked = performance.now()
      socket.write(bytes)
    }
    const next = () => {
      if (sent >= atMost || performance.now() > startedAt + milliseconds) {
        socket.end(resolve)
        return
      }
      const wait = startedAt + (sent++ * 1000) / perSecond - performance.now()
      if (wait > 0) setTimeout(ask, wait)
      else ask()
    }
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a connection was closed')))
    socket.on('data', answer => {
      times.push(performance.now() - asked)
      // "HTTP/1.1 200 …"; such a short answer arrives in one piece.
      const status = answer.toString('latin1', 9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      next()
    })
    return promise
  }

  await Promise.all(Array.from({ length: connections }, keepAsking))
  const seconds = (performance.now() - startedAt) / 1000
  times.sort((one, other) => one - other)
  const at = (part: number) => times[Math.floor(part * (times.length - 1))] ?? NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), statuses }
}
