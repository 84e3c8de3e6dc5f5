// npm run bench -- webhook-ingest [--copies 1,2,4]: one copy against a bare route, or several together.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { testDatabase } from '@night-routine/testing/database'
import { chooseBackend, createWorker } from '@night-routine/jobs'
import { startProgram } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import { notificationOf } from './household.ts'
import { load, type Outcome } from './load.ts'
import { scale } from './scaling.ts'

/** The least share of a bare route's requests per second. */
const leastRatio = 0.4
const rounds = 7
const hammering = { connections: 200, milliseconds: 1_500, atMost: 150_000 }
const steady = { connections: 10, milliseconds: 15_000, atMost: 1_000, perSecond: 100 }

/** The load that one core must handle, and the p99 allowed under it. */
const many = { connections: 50, milliseconds: 20_000, atMost: 5_000, perSecond: 500 }
const mostMs = 50

const { REDIS_URL: redisUrl } = process.env

function print(name: string, { perSecond, p50, p99, statuses }: Outcome, ...more: string[]) {
  const times = `p50 ${p50.toFixed(2).padStart(6)} ms  p99 ${p99.toFixed(2).padStart(6)} ms`
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const columns = [perSecond.toFixed(0).padStart(7), 'requests/s ', times, ' ', ...answers, ...more]
  console.log(name.padEnd(16), ...columns)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}

await using running = new AsyncDisposableStack()
const { db, url } = await testDatabase({ teardown: end => running.defer(end) })
const request = await notificationOf(db)
const env = { DATABASE_URL: url, ...(redisUrl && { REDIS_URL: redisUrl }) }
const { copies } = parseArgs({ options: { copies: { type: 'string' } } }).values
if (copies !== undefined) {
  await scale(copies.split(',').map(Number), { request, env })
  await running.disposeAsync()
  process.exit()
}

const bare = await startProgram(new URL('bare-route.ts', import.meta.url))
running.defer(() => bare.stop())
const ingest = await startProgram(new URL('../src/main.ts', import.meta.url), { env })
running.defer(() => ingest.stop())

console.log(`As fast as they can, ${hammering.connections} connections, in turns\n`)
for (const { port } of [bare, ingest])
  await load({ ...hammering, port, request, milliseconds: 500 })
const ratios: number[] = []
let allTaken = true
for (let round = 0; round < rounds; round++) {
  const measure = await load({ ...hammering, port: bare.port, request })
  print('bare route', measure)
  const ours = await load({ ...hammering, port: ingest.port, request })
  const ratio = ours.perSecond / measure.perSecond
  ratios.push(ratio)
  allTaken &&= Object.keys(ours.statuses).join() === '200'
  print('webhook-ingest', ours, ` ratio ${ratio.toFixed(2)}`)
}
const ratio = median(ratios)
const enough = ratio >= leastRatio
console.log(
  `\nratio ${ratio.toFixed(2)} (median), ${leastRatio} wanted: ${enough ? 'met' : 'MISSED'}`,
)

console.log(`\n${many.perSecond} notifications a second\n`)
print('bare route', await load({ ...many, port: bare.port, request }))
const held = await load({ ...many, port: ingest.port, request })
const soon = held.p99 <= mostMs && held.statuses['200'] === many.atMost
print('webhook-ingest', held, ` p99 ${mostMs} ms wanted: ${soon ? 'met' : 'MISSED'}`)

console.log('\n1,000 notifications in 10 s\n')
let pulls = 0
const worker = createWorker({
  backend: chooseBackend(redisUrl),
  kind: 'pull',
  // About what an incremental read takes.
  handler: async () => {
    pulls++
    await sleep(100)
  },
  logger: createLogger({ name: 'bench', level: 'warn' }),
})
running.defer(() => worker.close())
await sleep(2_000)
pulls = 0
const outcome = await load({ ...steady, port: ingest.port, request })
await sleep(2_000)
print('webhook-ingest', outcome, ` the worker woken ${pulls} times`)
allTaken &&= outcome.statuses['200'] === steady.atMost
if (!enough || !soon || !allTaken) process.exitCode = 1
