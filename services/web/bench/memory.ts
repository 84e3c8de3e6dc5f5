// npm run bench -- memory [--seconds N] [--rest N]: what web keeps in memory before, during and after 200 people at
// once, on the pages with the most nights, with ten years behind it; as a share of what a bare Fastify with a pool
// needs for the same load in the same run.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { load } from './load.ts'
import { tenYears, type RunningServer } from './ten-years-household.ts'

/** Times the memory of the bare server. */
const target = { most: 2.5, rest: 2 }
const people = 200
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rest: { type: 'string', default: '60' },
  },
})
const [seconds, rest] = [Number(values.seconds), Number(values.rest)]

const household = await tenYears({ compiled: true })
const { cookie } = household
const web = await household.startWeb()
const months = household.months.map(each => `${web.address}/?month=${each}`)
const pages = [...months, `${web.address}/statistics`, `${web.address}/history`]
const { bytes } = await load(months, { cookie, connections: 2, seconds: 3 })
const bare = await household.startBare(bytes)
const servers = [
  { name: 'bare', server: bare, urls: [`${bare.address}/`] },
  { name: 'web', server: web, urls: pages },
]
for (const { urls } of servers) await load(urls, { cookie, connections: 2, seconds: 3 })
await sleep(20_000)
const idle = servers.map(({ server }) => residentMegabytes(server))
const busy: Busy[] = []
for (const { server, urls } of servers) busy.push(await crowd(server, urls))
await sleep(rest * 1_000)
const after = servers.map(({ server }) => residentMegabytes(server))

for (const [index, { name }] of servers.entries())
  console.log(
    `${name.padEnd(5)} idle ${megabytes(idle[index])}, with ${people} people ${megabytes(busy[index]?.most)} ` +
      `(${busy[index]?.perSecond.toFixed(0)} pages a second), ${rest} s later ${megabytes(after[index])}`,
  )
const times = {
  most: ofBare(busy.map(({ most }) => most)),
  rest: ofBare(after),
}
const met = times.most <= target.most && times.rest <= target.rest
console.log(
  `web needs ${ofBare(idle).toFixed(2)} times the memory of bare when idle, ${times.most.toFixed(2)} with ${people} people ` +
    `(at most ${target.most}), ${times.rest.toFixed(2)} afterwards (at most ${target.rest}): ${met ? 'met' : 'MISSED'}`,
)
await household.end()
if (!met) process.exitCode = 1

interface Busy {
  perSecond: number
  /** The most megabytes that were in memory. */
  most: number
}

async function crowd(server: RunningServer, urls: readonly string[]): Promise<Busy> {
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, residentMegabytes(server))), 200)
  const { perSecond } = await load(urls, { cookie, connections: people, seconds, mayRefuse: true })
  clearInterval(looking)
  return { perSecond, most }
}

function ofBare([bareFigure = NaN, webFigure = NaN]: readonly number[]): number {
  return webFigure / bareFigure
}

function megabytes(figure = NaN): string {
  return `${figure.toFixed(0)} MB`
}

/** What of a process is in memory (proc(5), VmRSS). */
function residentMegabytes({ pid }: RunningServer): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
