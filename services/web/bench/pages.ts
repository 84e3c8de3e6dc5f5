// npm run bench -- pages [--seconds N] [--connections N] [--copies 1,2,4] [--profile]: how quick the pages are with ten
// years of nights, and as a part of what a bare page of the same size does. The home page is asked for three
// times: as it was; as it was while something else is written all the time; and as a page that is not kept,
// for there are more months in turn than are kept. The target is told and not held.
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestWork } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { fillTenYears } from './ten-years.ts'
import { flood, load, type Load } from './load.ts'

const target = 0.5
const steadyTargetMs = 50
const recoveryTargetMs = 5_000
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    copies: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
})
const endings: (() => Promise<unknown>)[] = []
const email = 'alex@example.com'
const secretKey = randomBytes(32).toString('base64')

const { db, url } = await testDatabase({ teardown: end => endings.unshift(end) })
const now = Temporal.Now.instant()
const cookie = await fillTenYears(db, { secretKeys: [secretKey], email, now })

const settings = {
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  PUBLIC_URL: 'http://localhost:8080',
  DATABASE_URL: url,
  SECRET_KEYS: secretKey,
  ALLOWED_EMAILS: email,
  GOOGLE_CLIENT_ID: 'bench',
  GOOGLE_CLIENT_SECRET: 'bench',
}
const web = await startWeb()
const size = (await load([`${web}/`], { cookie, connections: 1, seconds: 0.5 })).bytes
const bare = await run('./bare.ts', [String(size)])

const month = now.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth()
const months = Array.from({ length: 30 }, (_, back) => String(month.subtract({ months: back })))
const home = [`${web}/`]
const anew = months.map(each => `${web}/?month=${each}`)
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

console.log('\nHome made anew, 50 times a second for 20 s')
const steady = { cookie, perSecond: 50, seconds: 20 }
const bareSteady = await flood([`${bare}/`], steady)
const homeSteady = await flood(anew, steady)
console.log(`bare   p99 ${bareSteady.p99.toFixed(1)} ms`)
const steadyMet = homeSteady.p99 <= steadyTargetMs && homeSteady.statuses['200'] === 1_000
console.log(
  `home   p99 ${homeSteady.p99.toFixed(1)} ms, ${steadyTargetMs} wanted: ${steadyMet ? 'met' : 'MISSED'}`,
)

console.log('\nTwice as many as it holds, for 10 s')
const held = (await load(anew, busy)).perSecond
const overload = await flood(anew, { cookie, perSecond: Math.round(held * 2), seconds: 10 })
const recovered = await untilQuick()
const inWords = overload.words.every(said => said.includes('<h1'))
const overloadMet = recovered <= recoveryTargetMs && inWords && !('none' in overload.statuses)
console.log(
  `${(held * 2).toFixed(0)} a second: ${JSON.stringify(overload.statuses)}, ${inWords ? 'in words' : 'NOT IN WORDS'}; ` +
    `quick again ${(recovered / 1_000).toFixed(1)} s later: ${overloadMet ? 'met' : 'MISSED'}\n`,
)
if (!steadyMet || !overloadMet) process.exitCode = 1

for (const count of values.copies?.split(',') ?? []) await scale(Number(count), web)

console.log(
  `Of the bare page's requests home does ${median(ratios.kept)}; while something else is written, ` +
    `${median(ratios.besides)}; where each page is made anew, ${median(ratios.anew)}. The target is ${target}.`,
)
for (const end of endings) await end()

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

/** Milliseconds until ten pages in a row take less than 100 ms each. */
async function untilQuick(): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { p99, statuses } = await flood(anew, { cookie, perSecond: 20, seconds: 0.5 })
    if (p99 < 100 && Object.keys(statuses).join() === '200') return performance.now() - began
  }
}

/** A web process that is ready; its address. */
async function startWeb(): Promise<string> {
  const address = await run('../src/main.ts', [], settings)
  while (!(await fetch(`${address}/readyz`)).ok) await sleep(100)
  return address
}

/** What so many processes on one database do together; the load is spread evenly. */
async function scale(count: number, first: string): Promise<void> {
  const others = await Promise.all(Array.from({ length: count - 1 }, startWeb))
  const connections = Math.ceil(busy.connections / count)
  const loads = await Promise.all(
    [first, ...others].map(address => load([`${address}/`], { ...busy, connections })),
  )
  const worst = (figure: 'p50' | 'p99') => Math.max(...loads.map(one => one[figure]))
  const perSecond = loads.reduce((sum, one) => sum + one.perSecond, 0)
  const { bytes } = loads[0] ?? { bytes: 0 }
  report(`home, ${count} copies`, { perSecond, p50: worst('p50'), p99: worst('p99'), bytes })
}

/** Runs a program of this folder until the end; its address. */
async function run(program: string, words: string[], env: NodeJS.ProcessEnv = {}) {
  const execArgv = ['--conditions=night-routine', ...(values.profile ? ['--cpu-prof'] : [])]
  const child: ChildProcess = fork(new URL(program, import.meta.url).pathname, words, {
    execArgv,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = await once(child, 'message')
  endings.unshift(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return `http://127.0.0.1:${port}`
}
