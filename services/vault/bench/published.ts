// npm run bench -- published: reading and searching a site of 10,000 notes, and notes that take too long.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectVault, readUnrendered } from '@night-routine/database/vault'
import { testVaultDatabase } from '@night-routine/testing/database'
import { imageEnvironment } from '@night-routine/servers'
import pLimit from 'p-limit'
import { rendererVersion } from '../src/rendering/pieces.ts'
import { longestNote } from '../src/rendering/notes.ts'
import { publisher } from './client.ts'
import { startServer } from './server.ts'

const count = Number(process.argv[2] ?? 10_000)
const wanted = { page: 50, search: 100, slow: 2_000 }

const words =
  'moon bed bath story teeth song towel boat whale snail night light pancake flour milk egg sea tent train book'.split(
    ' ',
  )

/** About two kilobytes, with links, a table, tasks, code and a note in it. */
function note(at: number): string {
  const word = (step: number) => words[(at * 7 + step * 3) % words.length] ?? ''
  const line = (step: number) => Array.from({ length: 24 }, (_, one) => word(step + one)).join(' ')
  return `---\ntitle: Note ${at} on ${word(1)}\naliases: [alias${at}]\n---\n
${line(1)}\n\n## ${word(2)}\n\n${line(2)} [[note-${(at + 1) % count}]] and [[alias${(at + 2) % count}]].
\n- [ ] ${line(3)}\n- [x] ${word(4)}\n\n| a | b |\n|---|---|\n| ${word(5)} | ==${word(6)}== |
\n## ${word(3)}\n\n> [!tip] ${word(7)}\n> ${line(4)}\n\n\`\`\`js\nconst ${word(8)} = ${at}\n\`\`\`
\n## ${word(4)}\n\n![[note-${(at + 3) % count}#${word(2)}]]\n\nunique${at} ${line(5)}\n`
}

/** A host that is busy says so, and is asked again. */
async function publish(path: string, bytes: Uint8Array): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await site.upload(path, bytes)
      return
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(500)
    }
  }
}

await using running = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'vault-bench-'))
running.defer(async () => rmSync(folder, { recursive: true }))
const { url } = await testVaultDatabase({ teardown: end => running.defer(end) })
const account = { email: 'bench@example.com', password: 'a password for benches' }
const vault = await startServer('../src/main.ts', {
  DATABASE_URL: url,
  SECRET_KEYS: '11'.repeat(32),
  VAULT_FOLDER: folder,
  VAULT_FIRST_EMAIL: account.email,
  VAULT_FIRST_PASSWORD: account.password,
  ...imageEnvironment,
})
running.defer(() => vault.stop())
while (!(await fetch(`http://127.0.0.1:${vault.port}/readyz`)).ok) await sleep(100)

const site = await publisher(vault.port, account)
await site.name('bench')
const start = performance.now()
const uploading = pLimit(4)
await uploading.map(
  Array.from({ length: count }, (_, at) => at),
  async at => publish(`folder ${at % 50}/note-${at}.md`, Buffer.from(note(at))),
)
const uploaded = performance.now()
const db = connectVault({ url, applicationName: 'bench' })
running.defer(() => db.destroy())
const limits = { renderer: rendererVersion, longest: longestNote, after: '', count: 1 }
while ((await readUnrendered(db, limits)).length > 0) await sleep(100)
await sleep(500)
console.log(
  `${count} notes uploaded in ${((uploaded - start) / 1000).toFixed(1)} s, rendered ` +
    `${((performance.now() - uploaded) / 1000).toFixed(1)} s later`,
)

/** The milliseconds of requests, one after the other. */
async function times(paths: readonly string[]): Promise<number[]> {
  const taken: number[] = []
  for (const path of paths) {
    const before = performance.now()
    const answer = await fetch(`http://127.0.0.1:${vault.port}/s/bench/${path}`)
    await answer.text()
    taken.push(performance.now() - before)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
  return taken.toSorted((one, other) => one - other)
}

/** Publishes notes as slow as they can be, and asks for all of them, and for one that is quick, at once. */
async function slowTimes(): Promise<number[]> {
  const names = Array.from({ length: 8 }, (_, one) => `slow-${one}`)
  for (const name of names) await publish(`${name}.md`, Buffer.from(name + '<b><i>'.repeat(43_000)))
  await publish('quick.md', Buffer.from('quick'))
  const taken = [...names, 'quick'].map(async name => {
    const before = performance.now()
    const answer = await fetch(`http://127.0.0.1:${vault.port}/s/bench/${name}`)
    await answer.text()
    return performance.now() - before
  })
  return (await Promise.all(taken)).toSorted((one, other) => one - other)
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

function report(what: string, sorted: readonly number[], limit: number): boolean {
  const p95 = at(sorted, 0.95)
  const isMet = p95 < limit
  console.log(
    `${what}: p50 ${at(sorted, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, most ${at(sorted, 1).toFixed(1)} ms; ` +
      `${limit} ms wanted: ${isMet ? 'met' : 'MISSED'}`,
  )
  return isMet
}

const pages = Array.from({ length: 1_000 }, (_, step) => (step * 37) % count)
const paths = pages.map(one => `folder%20${one % 50}/note-${one}`)
const searches = Array.from({ length: 200 }, (_, step) =>
  step % 2 === 0
    ? `?q=unique${step * 7}`
    : `?q=${words[step % words.length]}%20${words[(step * 3) % words.length]?.slice(0, 3)}`,
)
const results = [
  report('a page, first time', await times(paths), wanted.page),
  report('a page, again', await times(paths), wanted.page),
  report('a search', await times(searches), wanted.search),
  report('nine notes at once, eight of them slow', await slowTimes(), wanted.slow),
]
console.log(`memory: ${vault.memory().toFixed(0)} MB`)
if (results.includes(false)) process.exitCode = 1
