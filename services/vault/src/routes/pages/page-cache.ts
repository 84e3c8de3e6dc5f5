import { readFiles, type Site, type VaultDatabase } from '@night-routine/database/vault'
import { LRUCache } from 'lru-cache'
import { notesBelow, siteMap } from '../../rendering/site-map.ts'

type SiteIndex = Awaited<ReturnType<typeof readIndex>>

const mostSites = 20
const mostPageBytes = 16 * 1024 * 1024

/** Caches indexes and finished pages, each made once for all who ask. The revision in the keys invalidates them. */
export function createPageCache(db: VaultDatabase) {
  const indexes = new LRUCache<string, SiteIndex, { id: string; base: string }>({
    max: mostSites,
    fetchMethod: (_key, _stale, { context }) => readIndex(db, context),
    // Those who wait for an entry get it, even if others have displaced it.
    ignoreFetchAbort: true,
  })
  const pages = new LRUCache<string, string, () => Promise<string | undefined>>({
    maxSize: mostPageBytes,
    sizeCalculation: html => Buffer.byteLength(html),
    fetchMethod: (_key, _stale, { context: render }) => render(),
    ignoreFetchAbort: true,
  })
  return {
    index: ({ id, revision }: Site, base: string) =>
      indexes.forceFetch(JSON.stringify([id, String(revision), base]), { context: { id, base } }),

    /** The finished pages of a site, by path. */
    pages({ id, revision, slug, options }: Site, base: string) {
      const key = JSON.stringify([id, String(revision), slug, options, base])
      return {
        get: (path: string) => pages.get(key + path),
        /** Keeps what `render` returns, unless it is undefined. */
        render: (path: string, render: () => Promise<string | undefined>) =>
          pages.fetch(key + path, { context: render }),
      }
    },
  }
}

async function readIndex(db: VaultDatabase, { id, base }: { id: string; base: string }) {
  const paths = (await readFiles(db, id)).map(({ path }) => path)
  const map = siteMap(paths, base)
  /** Every note with its address, sorted by name. */
  const notes = notesBelow(paths, '').map(one => ({ ...one, address: map.addressOf(one.path) }))
  return { paths, map, notes }
}
