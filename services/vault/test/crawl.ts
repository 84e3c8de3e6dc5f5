// Publishes folders to a host in this process, reads every page, and counts what leads nowhere. Run it manually:
// node scripts/run.js tools/servers/src/with-servers/main.ts node_modules/.bin/node --conditions=night-routine services/vault/test/crawl.ts FOLDER …
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, posix, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '@night-routine/credentials'
import { createAccount } from '@night-routine/database/vault'
import { createLogger, loadConfig } from '@night-routine/service'
import { addressAs, testVaultDatabase } from '@night-routine/testing/database'
import pLimit from 'p-limit'
import { publisher } from '../bench/client.ts'
import { configSchema } from '../src/config.ts'
import { randomId } from '../src/credentials.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { isNote, siteMap } from '../src/rendering/site-map.ts'
import { buildService } from '../src/service.ts'

const account = { email: 'crawl@example.com', password: 'a password for crawls' }
const base = '/s/crawl/'
const mostExamples = 10
const patientMs = 120_000
const write = (line: string) => process.stdout.write(`${line}\n`)

/** Every file below a folder, by path, without what editors and Git hide. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(path => !path.split('/').some(name => name.startsWith('.')))
    .toSorted()
}

/** A host without limits of time, and what ends it. */
async function startHost(running: AsyncDisposableStack) {
  const folder = mkdtempSync(join(tmpdir(), 'vault-crawl-'))
  running.defer(() => rmSync(folder, { recursive: true }))
  const { db, url } = await testVaultDatabase({ teardown: end => running.defer(end) })
  const config = loadConfig(configSchema, {
    DATABASE_URL: addressAs('vault', url),
    SECRET_KEYS: '11'.repeat(32),
    VAULT_FOLDER: folder,
  })
  const clock = { now: () => Temporal.Now.instant() }
  const passwordHash = await hashPassword(account.password, {
    memory: 8,
    passes: 1,
    parallelism: 1,
  })
  const { email } = account
  await createAccount(db, { id: randomId(), email, name: 'Crawl', passwordHash }, clock.now())
  const logger = createLogger({ name: 'vault', level: 'silent' })
  const service = await buildService({
    config,
    logger,
    clock,
    limits: { handlerTimeoutMs: 0, pressure: { maxEventLoopDelayMs: 0, sampleMs: 3_000 } },
    pageMs: patientMs,
    renderer: createRenderer({ logger, limitMs: patientMs }),
  })
  running.defer(() => service.close())
  await service.listen({ port: 0, host: '127.0.0.1' })
  return (service.server.address() as AddressInfo).port
}

/** A host that is busy says so, and is asked again. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(500)
    }
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(html: string): string {
  return html.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? all
    return String.fromCodePoint(decimal === undefined ? parseInt(hex, 16) : Number(decimal))
  })
}

/** The letters and digits of a label, since its marks differ between Markdown and HTML. */
const lettersOf = (label: string) => label.normalize('NFC').replaceAll(/[^\p{L}\p{N}]/gu, '')

interface SourceLink {
  label: string
  target: string
  byName: boolean
}

/** The links of a note as they stand in its text, those in code too: only labels that a page shows as dead are looked up. */
function linksOf(text: string): SourceLink[] {
  const words = Array.from(text.matchAll(/\[\[([^\n]*?)\]\]/g), ([, inner = '']) => {
    const [link = '', alias] = inner.split(/\\?\|/)
    return { label: alias?.trim() || link, target: link.split('#')[0]?.trim() ?? '', byName: true }
  })
  const markdown = Array.from(
    text.matchAll(
      /\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?:<([^<>\n]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))/g,
    ),
    ([, label = '', angled, plain = '']) => ({
      label,
      target: decode((angled ?? plain).split(/[#?]/)[0] ?? ''),
      byName: false,
    }),
  )
  return [...words, ...markdown]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const loose = (path: string) => path.normalize('NFC').toLowerCase()

/** Whether a file of the folder is what a link means: at its path, or at the end of one. */
function sourceOf(paths: readonly string[]) {
  const endings = new Set(
    paths.flatMap(path => {
      const names = loose(path).split('/')
      return names.map((_, at) => names.slice(at).join('/'))
    }),
  )
  const all = new Set(paths.map(loose))
  return ({ target, byName }: SourceLink, from: string): boolean => {
    const wanted = loose(target).replace(/\/$/, '')
    if (wanted === '' || /^[a-z][a-z\d+.-]+:/.test(wanted)) return false
    const beside = posix.join(posix.dirname(loose(from)), wanted)
    const either = [wanted.replace(/^\//, ''), ...(byName ? [] : [beside])]
    if (either.some(path => all.has(path) || all.has(`${path}.md`))) return true
    if (/^\.{0,2}\//.test(wanted)) return all.has(beside) || all.has(`${beside}.md`)
    return endings.has(wanted) || endings.has(`${wanted}.md`)
  }
}

function counted(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

async function crawl(folder: string): Promise<void> {
  await using running = new AsyncDisposableStack()
  const port = await startHost(running)
  const paths = filesBelow(folder)
  const site = await publisher(port, account)
  await site.name('crawl')
  const uploading = pLimit(8)
  await uploading.map(paths, async path => {
    // Only whether other files are there is of interest.
    const bytes = isNote(path) ? readFileSync(join(folder, path)) : Buffer.from(path)
    await patiently(() => site.upload(path, bytes))
  })

  const map = siteMap(
    paths.map(path => ({ path })),
    base,
  )
  const lives = sourceOf(paths)
  const found = { links: 0, dead: 0, living: 0, unexplained: 0, errors: 0, anchors: 0, lost: 0 }
  const examples: string[] = []
  const idsAt = new Map<string, Set<string>>()
  const fragments: { from: string; address: string; id: string }[] = []
  const others = new Set<string>()

  async function read(address: string) {
    return patiently(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
        headers: { accept: 'text/html' },
      })
      const body = await answer.text()
      if (answer.status === 503) throw new Error(`${address}: 503`)
      return { status: answer.status, body }
    })
  }

  const reading = pLimit(4)
  const notes = paths.filter(isNote)
  await reading.map(notes, async path => {
    const address = map.addressOf(path)
    const { status, body } = await read(address)
    if (status !== 200) {
      found.errors += 1
      examples.push(`${status} ${path}`)
      return
    }
    idsAt.set(
      address,
      new Set(Array.from(body.matchAll(/ id="([^"]*)"/g), one => unescape(one[1] ?? ''))),
    )
    for (const [, href = ''] of body.matchAll(/ href="([^"]*)"/g)) {
      const [to = '', id = ''] = unescape(href).split('#')
      if (to !== '' && !to.startsWith(base)) continue
      found.links += 1
      if (to !== '') others.add(to)
      if (id !== '') fragments.push({ from: path, address: to || address, id: decode(id) })
    }
    const dead = Array.from(
      body.matchAll(/<(a|span) class="missing"[^>]*>([^]*?)<\/\1>/g),
      ([, , label = '']) => lettersOf(unescape(label.replaceAll(/<[^>]*>/g, ''))),
    )
    found.dead += dead.length
    const links = linksOf(readFileSync(join(folder, path), 'utf8'))
    for (const [label, count] of counted(dead)) {
      const same = links.filter(link => {
        const shown = lettersOf(link.label)
        return shown === label || lettersOf(link.target) === label
      })
      const living = same.filter(link => lives(link, path))
      if (same.length === 0) found.unexplained += count
      const wrong = Math.max(0, count - (same.length - living.length))
      if (same.length === 0 || living.length === 0 || wrong === 0) continue
      found.living += wrong
      examples.push(`${path}: ${living[0]?.target}`)
    }
  })

  await reading.map(
    [...others].filter(address => !idsAt.has(address)),
    async address => {
      const { status } = await read(address)
      if (status === 200) return
      found.errors += 1
      examples.push(`${status} ${address}`)
    },
  )
  for (const { from, address, id } of fragments) {
    const ids = idsAt.get(address)
    if (ids === undefined) continue
    found.anchors += 1
    if (ids.has(id)) continue
    found.lost += 1
    if (examples.length < mostExamples) examples.push(`${from}: no #${id} at ${address}`)
  }
  write(
    `${folder}: ${paths.length} files, ${notes.length} pages, ${found.errors} errors, ${found.links} links inside, ` +
      `${found.dead} dead links: ${found.living} live in the folder, ${found.unexplained} have no known source; ` +
      `${found.anchors} links to a part of a page, ${found.lost} without that part`,
  )
  for (const example of examples.slice(0, mostExamples)) write(`  ${example}`)
}

for (const folder of process.argv.slice(2)) await crawl(folder)
