// npm run bench -- publishing [-- --before FOLDER]: `vault publish` of 2,000 notes, beside the same of an older checkout.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { imageEnvironment, startProgram } from '@night-routine/servers'
import { testVaultDatabase } from '@night-routine/testing/database'
import { publisher } from './client.ts'

// The older checkout has to be installed; its vault runs with this one's database tables.

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    files: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
  },
})
const count = Number(values.files)
const rounds = Number(values.rounds)
const wanted = 3
const here = resolve(import.meta.dirname, '../../..')
const account = { email: 'bench@example.com', password: 'a password for benches' }
const run = promisify(execFile)

await using running = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'vault-bench-'))
running.defer(async () => rmSync(folder, { recursive: true }))
const notes = join(folder, 'notes')

/** Other notes each time, because equal contents are stored and rendered once. */
function writeNotes(round: number): void {
  for (let at = 0; at < count; at++) {
    const below = join(notes, `folder ${at % 50}`)
    mkdirSync(below, { recursive: true })
    const text = `unique${at} and a line of some words that a note has, with [[note-${at + 1}]].\n\n`
    writeFileSync(join(below, `note-${at}.md`), `# Note ${at}, ${round}\n\n${text.repeat(20)}`)
  }
}

/** The vault of a checkout, and how its command publishes the notes to a new site. */
async function startVault(root: string) {
  const { url } = await testVaultDatabase({ teardown: end => running.defer(end) })
  const home = mkdtempSync(join(folder, 'home-'))
  const vault = await startProgram(pathToFileURL(join(root, 'services/vault/src/main.ts')), {
    env: {
      DATABASE_URL: url,
      SECRET_KEYS: '11'.repeat(32),
      VAULT_FOLDER: join(home, 'files'),
      VAULT_FIRST_EMAIL: account.email,
      VAULT_FIRST_PASSWORD: account.password,
      ...imageEnvironment,
    },
  })
  running.defer(() => vault.stop())
  const address = `http://127.0.0.1:${vault.port}`
  while (!(await fetch(`${address}/readyz`)).ok) await sleep(100)
  const site = await publisher(vault.port, account)
  const command = join(root, 'packages/vault-api/src/command/main.ts')
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    HOME: home,
    VAULT_URL: address,
    VAULT_SITE_URL: address,
    VAULT_TOKEN: site.token,
  }
  return async () => {
    const slug = await site.another()
    const args = ['--conditions=night-routine', command, 'publish', notes, '--site', slug, '--yes']
    const start = performance.now()
    const { stdout } = await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 })
    const seconds = (performance.now() - start) / 1_000
    if (!stdout.includes(`Published: ${count} new`)) throw new Error(stdout)
    await site.remove(slug)
    return seconds
  }
}

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN
const report = (what: string, times: readonly number[]) => {
  const each = times.map(time => `${time.toFixed(1)} s`).join(', ')
  console.log(`${what}: ${each}; ${(count / median(times)).toFixed(0)} files/s`)
}

const now = await startVault(here)
const before = values.before === undefined ? undefined : await startVault(resolve(values.before))
const times = { now: [] as number[], before: [] as number[] }
for (let round = 0; round < rounds; round++) {
  writeNotes(round)
  if (before !== undefined) times.before.push(await before())
  times.now.push(await now())
}
console.log(`${count} notes of about 2 kB, ${rounds} times`)
report('now', times.now)
if (before !== undefined) {
  report('before', times.before)
  const ratio = median(times.before) / median(times.now)
  const isMet = ratio >= wanted
  console.log(`${ratio.toFixed(2)} times as fast; ${wanted} wanted: ${isMet ? 'met' : 'MISSED'}`)
  if (!isMet) process.exitCode = 1
}
