import { transaction } from '@night-routine/database/connection'
import {
  deleteSite,
  forgetNotes,
  lockContents,
  lockSite,
  readUsedHashes,
  removeFile,
  saveFiles,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Clock, Logger } from '@night-routine/service'
import type { Config } from '../config.ts'
import { Failure } from '../failures.ts'
import { groups } from './groups.ts'
import type { ContentStore, Received } from './store.ts'

interface Stores {
  db: VaultDatabase
  content: ContentStore
}

interface Publishing extends Stores {
  clock: Clock
  config: Pick<Config, 'VAULT_SITE_QUOTA'>
  logger: Logger
}

export interface NewFile {
  path: string
  received: Received
}

/** So many uploads share one transaction at most: each of them waits for the disk of the others. */
const mostTogether = 32

/**
 * Publishes uploads: first the contents, then the rows that name them. Those to one site that arrive while others are
 * being stored share the next transaction, because its round trips and its sync cost as much as those of one file.
 * @returns a function that resolves when the upload is on the disk; the later of two uploads to a path wins
 */
export function sitePublisher(host: Publishing) {
  return groups<NewFile>(mostTogether, (siteId, files) => publishTogether(host, siteId, files))
}

/** Stores uploads to one site. @returns for each the failure, or undefined if it is published */
async function publishTogether(host: Publishing, siteId: string, files: readonly NewFile[]) {
  const now = host.clock.now()
  const hashes = [...new Set(files.map(({ received }) => received.hash))]
  const unused = new Set<string>()
  try {
    return await transaction(host.db, async trx => {
      await lockContents(trx, hashes)
      const kept = await Promise.allSettled(
        files.map(async ({ received }) => host.content.keep(received)),
      )
      const paths = files.map(({ path }) => path)
      const site = await lockSite(trx, siteId, paths)
      if (site === undefined) throw new Failure('NOT_FOUND')
      const before = new Map(site.replaced.map(file => [file.path, file]))
      const saved = new Map<string, { path: string; hash: string; size: number }>()
      let { bytes } = site
      const failures = files.map(({ path, received: { hash, size } }, at) => {
        const stored = kept[at]
        if (stored?.status === 'rejected') {
          unused.add(hash)
          return stored.reason as unknown
        }
        const there = saved.get(path) ?? before.get(path)
        const after = bytes - (there?.size ?? 0) + size
        if (after > host.config.VAULT_SITE_QUOTA) {
          unused.add(hash)
          return new Failure('QUOTA_EXCEEDED')
        }
        bytes = after
        if (there !== undefined && there.hash !== hash) unused.add(there.hash)
        saved.set(path, { path, hash, size })
        return undefined
      })
      await saveFiles(trx, siteId, [...saved.values()], now)
      return failures
    })
  } catch (error) {
    for (const hash of hashes) unused.add(hash)
    throw error
  } finally {
    await tryToCollect(host, [...unused])
  }
}

/** Deletes a published file. @returns false if there was none */
export async function unpublishFile(host: Publishing, siteId: string, path: string) {
  const hash = await transaction(host.db, trx => removeFile(trx, siteId, path))
  if (hash !== undefined) await tryToCollect(host, [hash])
  return hash !== undefined
}

/** Deletes a site of an account with its files. @returns false if the account has no such site */
export async function unpublishSite(host: Publishing, accountId: string, id: string) {
  const hashes = await deleteSite(host.db, accountId, id)
  // Of a large site the hourly sweep deletes the rest, so that the client need not wait for it.
  await tryToCollect(host, hashes?.slice(0, mostAtOnce) ?? [])
  return hashes !== undefined
}

const mostAtOnce = 500

/** A failure here is not an error for the client: unused content only takes disk space until the next sweep. */
async function tryToCollect(host: Publishing, hashes: readonly string[]): Promise<void> {
  try {
    await collect(host, hashes)
  } catch (error) {
    host.logger.warn({ err: error, hashes }, 'could not delete unused content')
  }
}

/** Deletes content that no file uses; an upload of the same content waits meanwhile. @returns how many */
async function collect({ db, content }: Stores, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0
  return transaction(db, async trx => {
    await lockContents(trx, hashes)
    const used = await readUsedHashes(trx, hashes)
    const unused = hashes.filter(hash => !used.has(hash))
    await Promise.all(unused.map(async hash => content.remove(hash)))
    await forgetNotes(trx, unused)
    return unused.length
  })
}

/** Deletes all content that a crash left without a file. @returns how many */
export async function sweepContent(host: Stores, signal: AbortSignal): Promise<number> {
  let removed = 0
  for await (const hashes of host.content.list()) {
    if (signal.aborted) break
    const used = await readUsedHashes(host.db, hashes)
    const unused = hashes.filter(one => !used.has(one))
    removed += await collect(host, unused)
  }
  return removed
}
