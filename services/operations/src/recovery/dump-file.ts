import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOf } from '@night-routine/database/connection'
import {
  dumpFormat,
  RecoveryError,
  type DumpedTable,
  type Manifest,
  type TableHead,
} from './manifest.ts'

// A gzip file of lines: a header; for each table a line of JSON, its rows as COPY
// writes them as text (one line each), and a line `\.`; at the end a line with the manifest.
// So zcat shows all of it, and psql can load the rows of a table without this program.

const signature = 'night-routine backup '
const newline = 0x0a
const longestLine = 64 * 1024 * 1024

export const dumpLines = {
  first: `${signature}${dumpFormat}\n`,
  endOfRows: '\\.\n',
  json: (line: TableHead | { manifest: Manifest }) => `${JSON.stringify(line)}\n`,
}

/** Writes a dump for its owner alone, under a temporary name until it is synced and read again. */
export async function writeDump(
  path: string,
  content: AsyncIterable<Buffer | string>,
  signal?: AbortSignal,
): Promise<void> {
  const draft = `${path}.part-${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await pipeline(
      Readable.from(content, { objectMode: false }),
      createGzip(),
      file.createWriteStream({ flush: true }),
    )
    // A file that cannot be read cannot be restored.
    await checkBackup(draft, signal)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw asRecoveryError(path, error)
  }
}

/** Reads a whole dump and compares it with its manifest. @throws RecoveryError for a newer, damaged or other file */
export async function checkBackup(path: string, signal?: AbortSignal): Promise<Manifest> {
  const found: DumpedTable[] = []
  const manifest = await readDump(path, async (head, rows) => {
    const hash = createHash('sha256')
    let count = 0
    for await (const row of rows) {
      signal?.throwIfAborted()
      hash.update(row)
      count += 1
    }
    found.push({ ...head, rows: count, sha256: hash.digest('hex') })
  })
  const tables = manifest.tables.map(table => JSON.stringify(table))
  const other = tables.findIndex((table, index) => table !== JSON.stringify(found[index]))
  if (other === -1 && found.length === tables.length) return manifest
  throw damaged(path, `${manifest.tables[other]?.table ?? 'a table'} does not match its checksum`)
}

/** Reads a dump without comparing its manifest; rows that `onTable` does not read are skipped. @throws RecoveryError */
export async function readDump(
  path: string,
  onTable: (head: TableHead, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Manifest> {
  const lines = readLines(path)
  try {
    const { value: first } = await lines.next()
    requireDump(path, String(first))
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw damaged(path, 'its end is missing')
      const said: TableHead | { manifest: Manifest } = JSON.parse(value.toString('utf8'))
      if ('manifest' in said) {
        // gzip has its checksum at the end.
        if (!(await lines.next()).done) throw damaged(path, 'something follows its end')
        return said.manifest
      }
      const rows = rowsOf(path, lines)
      await onTable(said, rows)
      while (!(await rows.next()).done);
    }
  } catch (error) {
    throw asRecoveryError(path, error)
  } finally {
    await lines.return(undefined)
  }
}

function requireDump(path: string, first: string): void {
  const format = first.startsWith(signature) ? Number(first.slice(signature.length)) : Number.NaN
  if (!Number.isInteger(format))
    throw new RecoveryError(`${path} is not a backup of Night Routine.`)
  if (format > dumpFormat)
    throw new RecoveryError(
      `${path} has the format ${format}, which is newer than this Night Routine reads. ` +
        'Restore it with a later version.',
    )
}

async function* rowsOf(path: string, lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw damaged(path, 'a table has no end')
    if (value.equals(endOfRows)) return
    yield value
  }
}

const endOfRows = Buffer.from(dumpLines.endOfRows)

/** The lines of a compressed file, with their line ends. */
async function* readLines(path: string): AsyncGenerator<Buffer, undefined> {
  const file = createReadStream(path)
  const text = createGunzip()
  // An error of either stream ends the loop below.
  const piped = pipeline(file, text).catch(() => {})
  let rest = Buffer.alloc(0)
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk])
      let from = 0
      for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline, from)) {
        yield rest.subarray(from, at + 1)
        from = at + 1
      }
      rest = rest.subarray(from)
      if (rest.length > longestLine) throw damaged(path, 'a line has no end')
    }
  } finally {
    file.destroy()
    text.destroy()
    await piped
  }
  if (rest.length > 0) throw damaged(path, 'its last line has no end')
  return undefined
}

function asRecoveryError(path: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOENT') return new RecoveryError(`There is no file ${path}.`, { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new RecoveryError(
      `There is no room for ${path}. Make some, or name a file on another disk.`,
      { cause: error },
    )
  if (code.startsWith('Z_')) return damaged(path, 'it cannot be uncompressed', error)
  if (error instanceof SyntaxError) return damaged(path, 'a line is invalid', error)
  return error
}

function damaged(path: string, how: string, cause?: unknown): RecoveryError {
  const text = `${path} is damaged (${how}). Nothing was changed. Copy it here again, or use an older backup.`
  return new RecoveryError(text, { cause })
}
