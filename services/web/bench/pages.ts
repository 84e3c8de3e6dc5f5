// npm run bench -- pages [--seconds N] [--connections N] [--copies 1,2,4] [--profile]: how quick the pages are with ten
// years of nights, and as a part of what a bare page of the same size does. The home page is asked for three
// times: as it was; as it was while something else is written all the time; and as a page that is not kept,
// for there are more months in turn than are kept. The target is told and not held.
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestWork } from '@night-routine/database'
import { load, type Load } from './load.ts'
import { tenYears } from './world.ts'

const target = 0.5
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    copies: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
})
const world = await tenYears({ profile: values.profile })
const { cookie, db } = world
const web = await world.startWeb()
const size = (await load([`${web}/`], { cookie, connections: 1, seconds: 0.5 })).bytes
const bare = await world.startBare(size)

const home = [`${web}/`]
const anew = world.months.map(each => `${web}/?month=${each}`)
const statistics = [`${web}/statistics`]
const seconds = Number(values.seconds)
const busy = { cookie, connections: Number(values.connections), seconds }
for (const pages of [[`${bare}/`], home, anew, statistics]) await load(pages, busy)

const ratios = { kept: [0], besides: [0], anew: [0] }
for (let round = 0; round < Number(values.rounds); round++) {
  const one = report('bare', await load([`${bare}/`], busy)).perSecond
  ratios.kept[round] = report('home', await load(home, busy)).perSecond / one
  ratios.besides[round] = report('home, as others write', await whileOthersWrite()).perSecond / one
  ratios.anew[round] = report('home, made anew', await load(anew, busy)).perSecond / one
}
report('statistics', await load(statistics, busy))
const alone = { ...busy, connections: 1 }
report('bare alone', await load([`${bare}/`], alone))
report('home alone', await load(home, alone))
report('home, made anew, alone', await load(anew, alone))
report('statistics alone', await load(statistics, alone))

for (const count of values.copies?.split(',') ?? []) await scale(Number(count), web)

console.log(
  `Of the bare page's requests home does ${median(ratios.kept)}; while something else is written, ` +
    `${median(ratios.besides)}; where each page is made anew, ${median(ratios.anew)}. The target is ${target}.`,
)
await world.end()

function report(name: string, figures: Load): Load {
  const { perSecond, p50, p99, bytes } = figures
  console.log(
    `${name.padEnd(22)} ${perSecond.toFixed(0).padStart(6)} a second   p50 ${p50.toFixed(1)} ms   ` +
      `p99 ${p99.toFixed(1)} ms   ${bytes} bytes`,
  )
  return figures
}

function median(figures: readonly number[]): string {
  const sorted = figures.toSorted((one, other) => one - other)
  return (sorted[Math.floor(sorted.length / 2)] ?? NaN).toFixed(2)
}

/** The home page, while every few milliseconds something is written that it does not show. */
async function whileOthersWrite(): Promise<Load> {
  const writing = new AbortController()
  async function write() {
    while (!writing.signal.aborted) {
      await requestWork(db, 'pull')
      await sleep(5)
    }
  }
  const written = write()
  const loaded = await load(home, busy)
  writing.abort()
  await written
  return loaded
}

/** What so many processes on one database do together; the load is spread evenly. */
async function scale(count: number, first: string): Promise<void> {
  const others = await Promise.all(Array.from({ length: count - 1 }, world.startWeb))
  const connections = Math.ceil(busy.connections / count)
  const loads = await Promise.all(
    [first, ...others].map(address => load([`${address}/`], { ...busy, connections })),
  )
  const worst = (figure: 'p50' | 'p99') => Math.max(...loads.map(one => one[figure]))
  const perSecond = loads.reduce((sum, one) => sum + one.perSecond, 0)
  const { bytes } = loads[0] ?? { bytes: 0 }
  report(`home, ${count} copies`, { perSecond, p50: worst('p50'), p99: worst('p99'), bytes })
}
