import {
  lockContent,
  lockSite,
  readUsedHashes,
  removeFile,
  saveFile,
  transaction,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Logger } from '@night-routine/service'
import { Failure } from '../failures.ts'
import type { ContentStore, Received } from './store.ts'

interface Stores {
  db: VaultDatabase
  content: ContentStore
}

type UploadDependencies = Stores & { logger: Logger }

interface Upload {
  siteId: string
  path: string
  received: Received
  siteBytes: number
  now: Temporal.Instant
}

/**
 * Publishes received content at a path: first the content, then the row that names it. Of
 * two uploads to one path the later one wins; content without a row is deleted.
 */
export async function publishFile(dependencies: UploadDependencies, upload: Upload): Promise<void> {
  const { siteId, path, received, siteBytes, now } = upload
  const { hash, size } = received
  let replaced: string | undefined
  try {
    replaced = await transaction(dependencies.db, async trx => {
      await lockContent(trx, hash)
      await dependencies.content.keep(received)
      const site = await lockSite(trx, siteId, path)
      if (site === undefined) throw new Failure('NOT_FOUND')
      if (site.others + size > siteBytes) throw new Failure('QUOTA_EXCEEDED')
      await saveFile(trx, siteId, { path, hash, size }, now)
      return site.before
    })
  } catch (error) {
    await collectLater(dependencies, hash)
    throw error
  }
  if (replaced !== undefined && replaced !== hash) await collectLater(dependencies, replaced)
}

/** Deletes a published file. @returns false if there was none */
export async function unpublishFile(
  dependencies: UploadDependencies,
  siteId: string,
  path: string,
): Promise<boolean> {
  const hash = await transaction(dependencies.db, trx => removeFile(trx, siteId, path))
  if (hash === undefined) return false
  await collectLater(dependencies, hash)
  return true
}

/** A failure here is not an error for the client: unused content only takes disk space until the next sweep. */
async function collectLater(dependencies: UploadDependencies, hash: string): Promise<void> {
  try {
    await collect(dependencies, hash)
  } catch (error) {
    dependencies.logger.warn({ err: error, hash }, 'could not delete unused content')
  }
}

/** Deletes content that no file uses; an upload of the same content waits meanwhile. */
async function collect({ db, content }: Stores, hash: string): Promise<boolean> {
  return transaction(db, async trx => {
    await lockContent(trx, hash)
    if ((await readUsedHashes(trx, [hash])).has(hash)) return false
    await content.remove(hash)
    return true
  })
}

/** Deletes all content that a crash left without a file. @returns how many */
export async function sweepContent({ db, content }: Stores, signal: AbortSignal): Promise<number> {
  let removed = 0
  for await (const hashes of content.list()) {
    if (signal.aborted) break
    const used = await readUsedHashes(db, hashes)
    for (const hash of hashes.filter(one => !used.has(one)))
      if (await collect({ db, content }, hash)) removed++
  }
  return removed
}
