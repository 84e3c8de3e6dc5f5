import {
  deleteSite,
  forgetNote,
  lockContent,
  lockSite,
  readUsedHashes,
  removeFile,
  saveFile,
  transaction,
} from '@night-routine/database/vault'
import { Failure } from '../failures.ts'
import type { Host } from '../host.ts'
import type { Received } from './store.ts'

type Stores = Pick<Host, 'db' | 'content'>

/** Publishes content at a path: first the content, then the row that names it. The later of two uploads wins. */
export async function publishFile(
  host: Host,
  { siteId, path, received }: { siteId: string; path: string; received: Received },
): Promise<void> {
  const { hash, size } = received
  const now = host.clock.now()
  let replaced: string | undefined
  try {
    replaced = await transaction(host.db, async trx => {
      await lockContent(trx, hash)
      await host.content.keep(received)
      const site = await lockSite(trx, siteId, path)
      if (site === undefined) throw new Failure('NOT_FOUND')
      if (site.others + size > host.config.VAULT_SITE_QUOTA) throw new Failure('QUOTA_EXCEEDED')
      await saveFile(trx, siteId, { path, hash, size }, now)
      return site.before
    })
  } catch (error) {
    await tryToCollect(host, hash)
    throw error
  }
  if (replaced !== undefined && replaced !== hash) await tryToCollect(host, replaced)
}

/** Deletes a published file. @returns false if there was none */
export async function unpublishFile(host: Host, siteId: string, path: string): Promise<boolean> {
  const hash = await transaction(host.db, trx => removeFile(trx, siteId, path))
  if (hash !== undefined) await tryToCollect(host, hash)
  return hash !== undefined
}

/** Deletes a site of an account with its files. @returns false if the account has no such site */
export async function unpublishSite(host: Host, accountId: string, id: string): Promise<boolean> {
  const hashes = await deleteSite(host.db, accountId, id)
  // Of a large site the hourly sweep deletes the rest, so that the client need not wait for it.
  for (const hash of hashes?.slice(0, mostAtOnce) ?? []) await tryToCollect(host, hash)
  return hashes !== undefined
}

const mostAtOnce = 500

/** A failure here is not an error for the client: unused content only takes disk space until the next sweep. */
async function tryToCollect(host: Host, hash: string): Promise<void> {
  try {
    await collect(host, hash)
  } catch (error) {
    host.logger.warn({ err: error, hash }, 'could not delete unused content')
  }
}

/** Deletes content that no file uses; an upload of the same content waits meanwhile. */
async function collect({ db, content }: Stores, hash: string): Promise<boolean> {
  return transaction(db, async trx => {
    await lockContent(trx, hash)
    if ((await readUsedHashes(trx, [hash])).has(hash)) return false
    await content.remove(hash)
    await forgetNote(trx, hash)
    return true
  })
}

/** Deletes all content that a crash left without a file. @returns how many */
export async function sweepContent(host: Stores, signal: AbortSignal): Promise<number> {
  let removed = 0
  for await (const hashes of host.content.list()) {
    if (signal.aborted) break
    const used = await readUsedHashes(host.db, hashes)
    for (const hash of hashes.filter(one => !used.has(one)))
      if (await collect(host, hash)) removed++
  }
  return removed
}
