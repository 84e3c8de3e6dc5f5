// npm run bench -- pages [--seconds N] [--connections N] [--copies 1,2,4] [--profile]: how quick the pages are with ten
// years of nights, and as a part of what a bare page of the same size does. The target is told and not
// held: what a page costs above a bare one is its questions to the database, and their answers in words.
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { testDatabase } from '@night-routine/database/testing'
import { fillTenYears } from './ten-years.ts'
import { load, type Load } from './load.ts'

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
const size = (await load(`${web}/`, { cookie, connections: 1, seconds: 0.5 })).bytes
const bare = await run('./bare.ts', [String(size)])

const pages = { bare: `${bare}/`, home: `${web}/`, statistics: `${web}/statistics` }
const seconds = Number(values.seconds)
const busy = { cookie, connections: Number(values.connections), seconds }
for (const page of Object.values(pages)) await load(page, busy)

const ratios: number[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  const bareLoad = report('bare', await load(pages.bare, busy))
  const homeLoad = report('home', await load(pages.home, busy))
  ratios.push(homeLoad.perSecond / bareLoad.perSecond)
}
report('statistics', await load(pages.statistics, busy))
const alone = { ...busy, connections: 1 }
for (const [name, page] of Object.entries(pages)) report(`${name} alone`, await load(page, alone))

for (const count of values.copies?.split(',') ?? []) await scale(Number(count), web)

const ratio = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? NaN
console.log(`home does ${ratio.toFixed(2)} of the bare page's requests; the target is ${target}`)
for (const end of endings) await end()

function report(name: string, figures: Load): Load {
  const { perSecond, p50, p99, bytes } = figures
  console.log(
    `${name.padEnd(18)} ${perSecond.toFixed(0).padStart(6)} a second   p50 ${p50.toFixed(1)} ms   ` +
      `p99 ${p99.toFixed(1)} ms   ${bytes} bytes`,
  )
  return figures
}

/** A web process that is ready; its address. */
async function startWeb(): Promise<string> {
  const address = await run('../src/main.ts', [], settings)
  while (!(await fetch(`${address}/readyz`)).ok) await new Promise(done => setTimeout(done, 100))
  return address
}

/** What so many processes on one database do together; the load is spread evenly. */
async function scale(count: number, first: string): Promise<void> {
  const others = await Promise.all(Array.from({ length: count - 1 }, startWeb))
  const connections = Math.ceil(busy.connections / count)
  const loads = await Promise.all(
    [first, ...others].map(address => load(`${address}/`, { ...busy, connections })),
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
