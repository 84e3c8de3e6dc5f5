import {
  lockContent,
  lockSite,
  removeFile,
  saveFile,
  transaction,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Logger } from '@night-routine/service'
import { Failure } from '../failures.ts'
import { collect } from './collect.ts'
import type { ContentStore, Received } from './store.ts'

interface Shop {
  db: VaultDatabase
  content: ContentStore
  logger: Logger
}

interface Upload {
  siteId: string
  path: string
  received: Received
  siteBytes: number
  now: Temporal.Instant
}

/**
 * Publishes received bytes at a path: first the content in its place, then the row that names it. Of
 * two uploads to one path the later one counts; content without a row is taken away again.
 */
export async function publishFile(shop: Shop, upload: Upload): Promise<void> {
  const { siteId, path, received, siteBytes, now } = upload
  const { hash, size } = received
  let replaced: string | undefined
  try {
    replaced = await transaction(shop.db, async trx => {
      await lockContent(trx, hash)
      await shop.content.keep(received)
      const site = await lockSite(trx, siteId, path)
      if (site === undefined) throw new Failure('NOT_FOUND')
      if (site.others + size > siteBytes) throw new Failure('QUOTA_EXCEEDED')
      await saveFile(trx, siteId, { path, hash, size }, now)
      return site.before
    })
  } catch (error) {
    await collectLater(shop, hash)
    throw error
  }
  if (replaced !== undefined && replaced !== hash) await collectLater(shop, replaced)
}

/** Takes a published file away. @returns false when there was none */
export async function unpublishFile(shop: Shop, siteId: string, path: string): Promise<boolean> {
  const hash = await transaction(shop.db, trx => removeFile(trx, siteId, path))
  if (hash === undefined) return false
  await collectLater(shop, hash)
  return true
}

/** What the person asked for is done by now: what is left over costs disk only, until the next sweep. */
async function collectLater(shop: Shop, hash: string): Promise<void> {
  try {
    await collect(shop, hash)
  } catch (error) {
    shop.logger.warn({ err: error, hash }, 'content is left for the next sweep')
  }
}
