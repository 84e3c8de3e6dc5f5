import { createHash } from 'node:crypto'
import { damaged, readDump } from './dump-file.ts'
import type { DumpedTable, Manifest } from './manifest.ts'

/**
 * Reads a whole dump and compares it with its manifest.
 * @throws RecoveryError if the file is not a dump, newer than this code, or damaged
 */
export async function checkBackup(path: string): Promise<Manifest> {
  const found: DumpedTable[] = []
  const manifest = await readDump(path, async (head, rows) => {
    const hash = createHash('sha256')
    let count = 0
    for await (const row of rows) {
      hash.update(row)
      count += 1
    }
    found.push({ ...head, rows: count, sha256: hash.digest('hex') })
  })
  if (JSON.stringify(found) !== JSON.stringify(manifest.tables))
    throw damaged(path, `${firstDifference(found, manifest.tables)} does not match its checksum`)
  return manifest
}

function firstDifference(found: readonly DumpedTable[], said: readonly DumpedTable[]): string {
  const at = said.findIndex(
    (table, index) => JSON.stringify(table) !== JSON.stringify(found[index]),
  )
  return said[at]?.table ?? 'a table'
}
