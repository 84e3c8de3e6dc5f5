import { startProgram, type Program } from '@night-routine/servers'
import { load, type Load, type Outcome } from './load.ts'
import { processesCalled, processorSeconds } from './processor-time.ts'

const hammering = { connections: 200, milliseconds: 6_000, atMost: 1_000_000 }

/** The processors that each part used; 1 is one whole processor. */
interface Shares {
  ingest: number
  postgres: number
  redis: number
  load: number
}

/**
 * Measures how many notifications several copies take together on one database, and which part uses the processors.
 * The copies share the machine with the database and the load generator.
 */
export async function scale(
  copies: readonly number[],
  { request, env }: { request: string; env: Record<string, string> },
): Promise<void> {
  console.log(
    'copies  requests/s      p50      p99   processors used: ingest  postgres  redis  load',
  )
  for (const count of copies) {
    await using running = new AsyncDisposableStack()
    const servers: Program[] = []
    for (let copy = 0; copy < count; copy++) {
      const server = await startProgram(new URL('../src/main.ts', import.meta.url), { env })
      running.defer(() => server.stop())
      servers.push(server)
    }
    await together(servers, { ...hammering, request, milliseconds: 1_000 })
    const { shares, outcome } = await watched(servers, { ...hammering, request })
    console.log(
      String(count).padStart(6),
      outcome.perSecond.toFixed(0).padStart(11),
      `${outcome.p50.toFixed(1)} ms`.padStart(8),
      `${outcome.p99.toFixed(1)} ms`.padStart(8),
      ' '.repeat(17),
      shares.ingest.toFixed(2).padStart(6),
      shares.postgres.toFixed(2).padStart(9),
      shares.redis.toFixed(2).padStart(6),
      shares.load.toFixed(2).padStart(5),
    )
  }
}

async function watched(servers: readonly Program[], options: Omit<Load, 'port'>) {
  const who = {
    ingest: servers.map(({ pid }) => pid),
    postgres: processesCalled('postgres'),
    redis: processesCalled('redis-server'),
    load: [process.pid],
  }
  const used = () =>
    Object.values(who).map(pids => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0))
  const [startedAt, before] = [performance.now(), used()]
  const outcome = await together(servers, options)
  const seconds = (performance.now() - startedAt) / 1_000
  const [ingest = 0, postgres = 0, redis = 0, loading = 0] = used().map(
    (after, index) => (after - (before[index] ?? 0)) / seconds,
  )
  const shares: Shares = { ingest, postgres, redis, load: loading }
  return { shares, outcome }
}

/** The same load, spread evenly over the copies as a proxy would. */
async function together(
  servers: readonly Program[],
  { connections, ...options }: Omit<Load, 'port'>,
): Promise<Pick<Outcome, 'perSecond' | 'p50' | 'p99'>> {
  const share = Math.ceil(connections / servers.length)
  const outcomes = await Promise.all(
    servers.map(({ port }) => load({ ...options, port, connections: share })),
  )
  const worst = (figure: 'p50' | 'p99') => Math.max(...outcomes.map(outcome => outcome[figure]))
  const perSecond = outcomes.reduce((sum, outcome) => sum + outcome.perSecond, 0)
  return { perSecond, p50: worst('p50'), p99: worst('p99') }
}
