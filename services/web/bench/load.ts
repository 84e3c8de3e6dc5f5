import { Agent, get } from 'node:http'

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
      bytes = await ask(url, agent, cookie)
      took.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: connections }, visit))
  const lasted = (performance.now() - start) / 1_000
  agent.destroy()
  const sorted = took.toSorted((one, other) => one - other)
  const within = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
  return { perSecond: took.length / lasted, p50: within(0.5), p99: within(0.99), bytes }
}

function ask(url: string, agent: Agent, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { cookie } }, response => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${url}: ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
  })
}
