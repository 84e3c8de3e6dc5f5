// npm run bench -- pages [--seconds N] [--connections N] [--copies 1,2,4] [--profile]: how fast pages are made with
// ten years of nights, beside a bare page of the same size.
import { parseArgs } from 'node:util'
import { load, type Load } from './load.ts'
import { tenYears } from './ten-years-household.ts'

/** Pages a second. */
const target = 400
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    copies: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
})
const household = await tenYears({ profile: values.profile })
const { cookie } = household
const web = await household.startWeb()
const size = (await load([`${web}/`], { cookie, connections: 1, seconds: 0.5 })).bytes
const bare = await household.startBare(size)

const home = household.months.map(each => `${web}/?month=${each}`)
const statistics = [`${web}/statistics`]
const seconds = Number(values.seconds)
const busy = { cookie, connections: Number(values.connections), seconds }
for (const pages of [[`${bare}/`], home, statistics]) await load(pages, busy)

const ratios: number[] = []
const speeds: number[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  const one = report('bare', await load([`${bare}/`], busy)).perSecond
  const made = report('home', await load(home, busy)).perSecond
  speeds.push(made)
  ratios.push(made / one)
}
report('statistics', await load(statistics, busy))
const alone = { ...busy, connections: 1 }
report('bare alone', await load([`${bare}/`], alone))
report('home alone', await load(home, alone))
report('statistics alone', await load(statistics, alone))

for (const count of values.copies?.split(',') ?? []) await scale(Number(count), web)

const met = median(speeds) >= target
console.log(
  `home ${median(speeds).toFixed(0)} a second, ${median(ratios).toFixed(2)} of bare; ` +
    `${target} wanted: ${met ? 'met' : 'MISSED'}`,
)
if (!met) process.exitCode = 1
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
  const connections = Math.ceil(busy.connections / count)
  const loads = await Promise.all(
    [first, ...others].map(address => load([`${address}/`], { ...busy, connections })),
  )
  const worst = (figure: 'p50' | 'p99') => Math.max(...loads.map(one => one[figure]))
  const perSecond = loads.reduce((sum, one) => sum + one.perSecond, 0)
  const { bytes } = loads[0] ?? { bytes: 0 }
  report(`home, ${count} copies`, { perSecond, p50: worst('p50'), p99: worst('p99'), bytes })
}
