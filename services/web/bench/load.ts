import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A page's results under load. */
export interface Load {
  perSecond: number
  /** p50 of the response time in milliseconds. */
  p50: number
  p99: number
  bytes: number
}

/**
 * Requests pages over several connections, each as soon as the previous response arrived.
 * @param options.mayRefuse whether 503 is an answer, which a busy server gives; it is not counted
 */
export async function load(
  [...urls]: readonly string[],
  {
    cookie = '',
    connections,
    seconds,
    mayRefuse = false,
  }: { cookie?: string; connections: number; seconds: number; mayRefuse?: boolean },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const took: number[] = []
  let bytes = 0
  const start = performance.now()
  const end = start + seconds * 1_000
  const visit = async () => {
    while (performance.now() < end) {
      const asked = performance.now()
      const url = urls.shift() ?? ''
      urls.push(url)
      const answer = await ask(url, agent, cookie)
      if (mayRefuse && answer.status === 503) continue
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
      bytes = answer.bytes
      took.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: connections }, visit))
  const lasted = (performance.now() - start) / 1_000
  agent.destroy()
  return { perSecond: took.length / lasted, ...spread(took), bytes }
}

/** The results of requests sent at a fixed rate, whether or not earlier ones are answered. */
export interface Flood {
  /** Milliseconds from a request's due time to its response, for status 200. */
  p50: number
  p99: number
  /** Count per status; `none` for closed connections. */
  statuses: Record<string, number>
  /** Distinct bodies of responses other than 200. */
  text: string[]
}

/** Requests pages in turn, at a fixed rate. */
export async function flood(
  urls: readonly string[],
  { cookie, perSecond, seconds }: { cookie: string; perSecond: number; seconds: number },
): Promise<Flood> {
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  const statuses: Record<string, number> = {}
  const texts = new Set<string>()
  const start = performance.now()
  const visit = async (count: number) => {
    const due = start + (count * 1_000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    const url = urls[count % urls.length] ?? ''
    const { status, text } = await ask(url, agent, cookie).catch(() => ({
      status: 'none',
      text: '',
    }))
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 200) took.push(performance.now() - due)
    else texts.add(text)
  }
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, count) => visit(count)))
  agent.destroy()
  return { ...spread(took), statuses, text: [...texts] }
}

function spread(took: readonly number[]): { p50: number; p99: number } {
  const sorted = took.toSorted((one, other) => one - other)
  const within = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
  return { p50: within(0.5), p99: within(0.99) }
}

function ask(url: string, agent: Agent, cookie: string) {
  return new Promise<{ status: number; bytes: number; text: string }>((resolve, reject) => {
    const headers = { cookie, accept: 'text/html' }
    const request = get(url, { agent, headers }, response => {
      const { statusCode: status = 0 } = response
      let [bytes, text] = [0, '']
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (status !== 200) text += chunk.toString()
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status, bytes, text }))
    })
    request.on('error', reject)
  })
}
