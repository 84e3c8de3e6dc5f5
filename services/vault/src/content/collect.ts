import {
  lockContent,
  readUsedHashes,
  transaction,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { ContentStore } from './store.ts'

interface Shelf {
  db: VaultDatabase
  content: ContentStore
}

/** Deletes content that no file uses; an upload of the same content waits meanwhile. */
export async function collect({ db, content }: Shelf, hash: string): Promise<boolean> {
  return transaction(db, async trx => {
    await lockContent(trx, hash)
    if ((await readUsedHashes(trx, [hash])).has(hash)) return false
    await content.remove(hash)
    return true
  })
}

/** Deletes all content that a crash left without a file. @returns how many */
export async function sweepContent({ db, content }: Shelf, signal: AbortSignal): Promise<number> {
  let removed = 0
  for await (const hashes of content.list()) {
    if (signal.aborted) break
    const used = await readUsedHashes(db, hashes)
    for (const hash of hashes.filter(one => !used.has(one)))
      if (await collect({ db, content }, hash)) removed++
  }
  return removed
}
