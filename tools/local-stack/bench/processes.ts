// npm run bench -- processes: how soon each built service is ready, and what memory it keeps when nothing
// happens. Beside them, in the same run, a bare Fastify with a pool of connections.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mapRoles } from '@night-routine/database/connection'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import { migrateVault } from '@night-routine/database/vault'
import { freePort, imageEnvironment, startProgram } from '@night-routine/servers'
import { environments } from '@night-routine/home'

/** Megabytes of private memory that a service may keep; Node's program is shared. */
const target = 110
const idleSeconds = 20
const ours = ['web', 'webhook-ingest', 'scheduler-worker', 'publisher', 'vault'] as const

const folder = mkdtempSync(join(tmpdir(), 'night-routine-processes-'))
await using running = new AsyncDisposableStack()
running.defer(() => rmSync(folder, { recursive: true }))
const { url } = await testDatabase({
  teardown: end => running.defer(end),
})
await migrateVault(url)
const vaultPort = await freePort()
const environment = environments({
  settings: {
    ...process.env,
    HOST: '127.0.0.1',
    NODE_ENV: 'development',
    PUBLIC_URL: 'http://localhost:8080',
    GOOGLE_CLIENT_ID: 'night-routine-local',
    GOOGLE_CLIENT_SECRET: 'local-secret',
    ALLOWED_EMAILS: 'alex@example.com',
    // As in their images.
    NODE_COMPILE_CACHE: join(folder, 'cache'),
    ...imageEnvironment,
  },
  databaseUrls: mapRoles(role => addressAs(role, url)),
  secretKeys: 'ab'.repeat(32),
  vaultPassword: 'a password of the demo',
  vaultFolder: join(folder, 'vault'),
  vaultPort,
})
/** A service alone needs a queue, where home has calls. */
const alone = (name: keyof typeof environment) => ({
  ...environment[name],
  PORT: name === 'vault' ? String(vaultPort) : '0',
  REDIS_URL: process.env['REDIS_URL'],
})
const programs = [
  { name: 'bare', program: new URL('bare.ts', import.meta.url), env: alone('web') },
  ...ours.map(name => ({
    name,
    program: new URL(`../../../services/${name}/dist/main.js`, import.meta.url),
    env: alone(name),
  })),
]

console.log(`Ready after, and resident memory after ${idleSeconds} s with nothing to do\n`)
// The first start fills the cache of compiled code, as the build of an image does.
for (const one of programs) await (await start(one)).stop()
const started = []
for (const one of programs) started.push(await start(one))
await sleep(idleSeconds * 1_000)
const memories = started.map(({ pid }) => memoryOf(pid))
for (const [index, one] of started.entries()) {
  const { own = NaN, resident = NaN } = memories[index] ?? {}
  const memory = `${own.toFixed(0).padStart(4)} MB own  ${resident.toFixed(0).padStart(4)} MB resident`
  console.log(`${one.name.padEnd(18)} ${one.readyIn.toFixed(0).padStart(6)} ms  ${memory}`)
  await one.stop()
}
const most = Math.max(...memories.map(({ own }) => own))
console.log(
  `\nat most ${most.toFixed(0)} MB own, ${target} wanted: ${most <= target ? 'met' : 'MISSED'}`,
)
if (most > target) process.exitCode = 1

async function start({ name, program, env }: (typeof programs)[number]) {
  const startedAt = performance.now()
  const one = await startProgram(program, { env })
  return { ...one, name, readyIn: performance.now() - startedAt }
}

/** Megabytes of a process in memory: its own, and with the files that it maps (proc(5), RssAnon and VmRSS). */
function memoryOf(pid: number): { own: number; resident: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  return { own: of('RssAnon'), resident: of('VmRSS') }
}
