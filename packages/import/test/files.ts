import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fill, inventNights } from './night-routine-household.ts'

/** The path of a file that make-files.ts made. */
export function pathOf(schema: 1 | 12 | 19): string {
  return join(import.meta.dirname, 'files', `schema-${schema}.db`)
}

/** The bytes of a file that make-files.ts made. */
export function bytesOf(schema: 1 | 12 | 19): Buffer {
  return readFileSync(pathOf(schema))
}

/** The newest file after some statements of a test. */
export async function changed(
  t: { teardown(fn: () => Promise<void>): unknown },
  change: (database: DatabaseSync) => void,
): Promise<Buffer> {
  const path = join(await folderFor(t), 'state.db')
  const database = new DatabaseSync(':memory:')
  const bytes = Uint8Array.from(bytesOf(19))
  bytes.fill(1, 18, 20)
  database.deserialize(bytes)
  change(database)
  database.prepare('vacuum into ?').run(path)
  database.close()
  return readFileSync(path)
}

/** The newest file, with other nights. */
export function withNights(
  t: Parameters<typeof changed>[0],
  first: string,
  count: number,
): Promise<Buffer> {
  return changed(t, database => {
    database.exec('delete from assignments; begin')
    fill(database, { schema: 19, nights: inventNights(first, count) })
    database.exec('commit')
  })
}

/** A folder that is removed after the test. */
export async function folderFor(t: Parameters<typeof changed>[0]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}
