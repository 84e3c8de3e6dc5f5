import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a page did under load. */
export interface Load {
  perSecond: number
  /** Milliseconds that half of the answers took at most. */
  p50: number
  p99: number
  bytes: number
}

/** Asks for pages, one after the other, from several connections at once, each as soon as it has its answer. */
export async function load(
  [...urls]: readonly string[],
  { cookie = '', connections, seconds }: { cookie?: string; connections: number; seconds: number },
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

/** What came of requests that are sent at their time, whether or not those before are answered. */
export interface Flood {
  /** Milliseconds from the time a request was due to its answer, of those answered 200. */
  p50: number
  p99: number
  /** How often each status was answered; `none` where the connection was closed. */
  statuses: Record<string, number>
  /** What answers other than 200 said, each once. */
  words: string[]
}

/** Asks for pages so many times a second, in turn. */
export async function flood(
  urls: readonly string[],
  { cookie, perSecond, seconds }: { cookie: string; perSecond: number; seconds: number },
): Promise<Flood> {
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  const statuses: Record<string, number> = {}
  const words = new Set<string>()
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
    else words.add(text)
  }
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, count) => visit(count)))
  agent.destroy()
  return { ...spread(took), statuses, words: [...words] }
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
