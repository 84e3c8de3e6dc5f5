// npm run bench -- vault: memory and throughput of uploads at the host, beside plain node:http.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testVaultDatabase } from '@night-routine/testing/database'
import { publisher, send } from './client.ts'
import { imageEnvironment } from '@night-routine/servers'
import { startServer } from './server.ts'
import { signInCrowd, signInCrowdTable } from './sign-ins.ts'
import { smallFiles, smallFilesTable } from './small-files.ts'

/** Mebibytes that an upload may cost above what the host needs when nothing happens. */
const mostMemory = 30
const rounds = 7
const largeBytes = 50 * 1024 * 1024

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

await using running = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'vault-bench-'))
running.defer(async () => rmSync(folder, { recursive: true }))
const { url } = await testVaultDatabase({ teardown: end => running.defer(end) })
const account = { email: 'bench@example.com', password: 'a password for benches' }
const env = {
  DATABASE_URL: url,
  SECRET_KEYS: '11'.repeat(32),
  VAULT_FOLDER: folder,
  VAULT_FIRST_EMAIL: account.email,
  VAULT_FIRST_PASSWORD: account.password,
}
const plain = await startServer('./plain-upload.ts', env)
running.defer(() => plain.stop())
const careful = await startServer('./careful-upload.ts', env)
running.defer(() => careful.stop())
// As in its image.
const asShipped = { ...env, ...imageEnvironment }
const vault = await startServer('../src/main.ts', asShipped)
running.defer(() => vault.stop())
while (!(await fetch(`http://127.0.0.1:${vault.port}/readyz`)).ok) await sleep(100)

const site = await publisher(vault.port, account)
for (let warmUp = 0; warmUp < 20; warmUp++) await site.upload('warm.md', randomBytes(2_000))
await sleep(2_000)

console.log('50 MB uploads, in turns\n')
const ratios = { plain: [] as number[], careful: [] as number[] }
const memories: number[] = []
for (let round = 0; round < rounds; round++) {
  const bytes = randomBytes(largeBytes)
  const streamed = await seconds(() => send(plain.port, '/', bytes))
  const kept = await seconds(() => send(careful.port, '/', bytes))
  const idle = vault.memory()
  vault.forgetPeak()
  const ours = await seconds(() => site.upload('large.bin', bytes))
  const above = vault.peak() - idle
  ratios.plain.push(streamed / ours)
  ratios.careful.push(kept / ours)
  memories.push(above)
  const speeds = [streamed, kept, ours].map(time => `${(50 / time).toFixed(0).padStart(5)} MB/s`)
  console.log(
    `plain ${speeds[0]}  careful ${speeds[1]}  vault ${speeds[2]}`,
    ` idle ${idle.toFixed(0)} MB, peak ${above.toFixed(1)} MB above`,
  )
}
const memory = Math.max(...memories)
const isFlat = memory <= mostMemory
console.log(
  `\nmedian ratio to a server that only streams to a file: ${median(ratios.plain).toFixed(2)}; ` +
    `to one that also hashes and waits for the disk: ${median(ratios.careful).toFixed(2)}\npeak ${memory.toFixed(1)} MB above idle (most), ${mostMemory} wanted: ${isFlat ? 'met' : 'MISSED'}\n`,
)

const idle = vault.memory()
vault.forgetPeak()
const rows = await smallFiles({
  plain: plain.port,
  careful: careful.port,
  vault: vault.port,
  account,
  upload: (path, bytes) => site.upload(path, bytes),
})
console.log(smallFilesTable(rows))
console.log(`\npeak ${(vault.peak() - idle).toFixed(1)} MB above idle`)
const listed = (await site.list()).length
console.log(`${listed} files are listed`)

await site.upload('index.md', Buffer.from('# A page\n\nfor readers'))
await site.name('bench')
const crowded = signInCrowdTable(await signInCrowd(vault.port, '/s/bench/'))
console.log(`\n${crowded.text}`)
if (crowded.fails || !isFlat || listed !== 4_002) process.exitCode = 1
