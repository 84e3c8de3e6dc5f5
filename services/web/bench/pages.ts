// npm run bench -- pages [--seconds N] [--rounds N] [--connections N] [--copies 1,2,4] [--profile]: how fast pages
// are made with ten years of nights, as a share of how fast a bare page of the same size is made in the same run.
import { parseArgs } from 'node:util'
import { load, type Load } from './load.ts'
import { tenYears } from './ten-years-household.ts'

/** The least share of the bare page's requests per second. */
const target = { home: 0.08, statistics: 0.03 }
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '7' },
    copies: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
})
const household = await tenYears({ profile: values.profile })
const { cookie } = household
const { address: web } = await household.startWeb()
const size = (await load([`${web}/`], { cookie, connections: 1, seconds: 0.5 })).bytes
const { address: bare } = await household.startBare(size)

const home = household.months.map(each => `${web}/?month=${each}`)
const statistics = [`${web}/statistics`]
const seconds = Number(values.seconds)
const busy = { cookie, connections: Number(values.connections), seconds }
for (const pages of [[`${bare}/`], home, statistics]) await load(pages, busy)

const ratios = { home: [] as number[], statistics: [] as number[] }
for (let round = 0; round < Number(values.rounds); round++) {
  const one = report('bare', await load([`${bare}/`], busy)).perSecond
  ratios.home.push(report('home', await load(home, busy)).perSecond / one)
  ratios.statistics.push(report('statistics', await load(statistics, busy)).perSecond / one)
}
const alone = { ...busy, connections: 1 }
report('bare alone', await load([`${bare}/`], alone))
report('home alone', await load(home, alone))
report('statistics alone', await load(statistics, alone))

for (const count of values.copies?.split(',') ?? []) await scale(Number(count), web)

for (const name of ['home', 'statistics'] as const) {
  const ratio = median(ratios[name])
  const met = ratio >= target[name]
  console.log(
    `${name} ${ratio.toFixed(3)} of bare, ${target[name]} wanted: ${met ? 'met' : 'MISSED'}`,
  )
  if (!met) process.exitCode = 1
}
await household.end()

function report(name: string, figures: Load): Load {
  const { perSecond, p50, p99, bytes } = figures
  console.log(
    `${name.padEnd(22)} ${perSecond.toFixed(0).padStart(6)} a second   p50 ${p50.toFixed(1)} ms   ` +
      `p99 ${p99.toFixed(1)} ms   ${bytes} bytes`,
  )
  return figures
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** The throughput of several processes on one database, with the load spread evenly. */
async function scale(count: number, first: string): Promise<void> {
  const others = await Promise.all(Array.from({ length: count - 1 }, household.startWeb))
  const addresses = [first, ...others.map(({ address }) => address)]
  const connections = Math.ceil(busy.connections / count)
  const loads = await Promise.all(
    addresses.map(address => load([`${address}/`], { ...busy, connections })),
  )
  const worst = (figure: 'p50' | 'p99') => Math.max(...loads.map(one => one[figure]))
  const perSecond = loads.reduce((sum, one) => sum + one.perSecond, 0)
  const { bytes } = loads[0] ?? { bytes: 0 }
  report(`home, ${count} copies`, { perSecond, p50: worst('p50'), p99: worst('p99'), bytes })
}
