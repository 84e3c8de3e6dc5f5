import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copied, passingTables, readMigrations, readSequences, readTables } from './catalog.ts'
import { dumpLines, writeDump } from './dump-file.ts'
import { dumpFormat, RecoveryError, type Manifest } from './manifest.ts'
import { inOneTransaction } from './database-transaction.ts'

const newline = 0x0a

/** Writes a consistent snapshot while the services run; `signal` ends that. After an error there is no file. */
export async function backUp(
  url: string,
  path: string,
  now: Temporal.Instant,
  signal?: AbortSignal,
): Promise<Manifest> {
  return inOneTransaction({ url, name: 'backup', snapshot: true, signal }, async ({ client }) => {
    const migrations = await readMigrations(client)
    if (migrations.household.length + migrations.vault.length === 0)
      throw new RecoveryError('This database holds no Night Routine: there is nothing to back up.')
    const manifest: Manifest = {
      format: dumpFormat,
      product: productVersion(),
      takenAt: now.toString(),
      migrations,
      sequences: await readSequences(client),
      tables: [],
    }
    await writeDump(path, contentOf(client, manifest), signal)
    return manifest
  })
}

/** The lines of the dump. Adds each table to the manifest. */
async function* contentOf(client: Client, manifest: Manifest): AsyncGenerator<Buffer | string> {
  yield dumpLines.first
  for (const head of await readTables(client)) {
    if (passingTables.has(head.table)) continue
    yield dumpLines.json(head)
    const hash = createHash('sha256')
    let rows = 0
    const copy = client.query(copyTo(`copy ${copied(head)} to stdout`))
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      hash.update(chunk)
      // COPY writes exactly one line per row.
      for (const byte of chunk) if (byte === newline) rows += 1
      yield chunk
    }
    yield dumpLines.endOfRows
    manifest.tables.push({ ...head, rows, sha256: hash.digest('hex') })
  }
  yield dumpLines.json({ manifest })
}

/** All parts of one release have its version. */
function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}
