import { readFiles, type Site, type VaultDatabase } from '@night-routine/database/vault'
import { LRUCache } from 'lru-cache'
import { notesBelow } from './find-page.ts'
import { siteMap, type SiteMap } from './site-map.ts'

/** What all pages of a site share, derived from its list of files. */
export interface SiteIndex {
  paths: readonly string[]
  map: SiteMap
  /** Every note with its address, sorted by name. */
  notes: readonly { path: string; name: string; address: string }[]
}

/** Finished pages of one revision of a site, by address. */
interface Pages {
  get(path: string): string | undefined
  /** Renders a page, once for all who ask meanwhile, and keeps it unless it is null. */
  render(path: string, render: () => Promise<string | null>): Promise<string | null>
}

/** Derived from the current revision of a site; a changed file or option makes it stale. */
export interface PageCache {
  index(site: Site, base: string): Promise<SiteIndex>
  pages(site: Site, base: string): Pages
}

const mostSites = 20
const mostPageBytes = 16 * 1024 * 1024

/** Caches in memory; nothing has to be invalidated, because the keys hold the revision. */
export function createPageCache(db: VaultDatabase): PageCache {
  const indexes = new LRUCache<string, Promise<SiteIndex>>({ max: mostSites })
  const pages = new LRUCache<string, string>({
    maxSize: mostPageBytes,
    sizeCalculation: html => Buffer.byteLength(html),
  })
  const rendering = new Map<string, Promise<string | null>>()

  async function renderPage(key: string, render: () => Promise<string | null>) {
    try {
      const html = await render()
      if (html !== null) pages.set(key, html)
      return html
    } finally {
      rendering.delete(key)
    }
  }

  async function readIndex(site: Site, base: string): Promise<SiteIndex> {
    const paths = (await readFiles(db, site.id)).map(({ path }) => path)
    const map = siteMap(paths, base)
    const notes = notesBelow(paths, '').map(one => ({ ...one, address: map.addressOf(one.path) }))
    return { paths, map, notes }
  }

  return {
    async index(site, base) {
      const key = JSON.stringify([site.id, String(site.revision), base])
      const known = indexes.get(key)
      if (known) return known
      const index = readIndex(site, base)
      indexes.set(key, index)
      index.catch(() => indexes.delete(key))
      return index
    },
    pages({ id, revision, slug, options }, base) {
      const key = JSON.stringify([id, String(revision), slug, options, base])
      return {
        get: path => pages.get(key + path),
        async render(path, render) {
          const known = rendering.get(key + path)
          if (known) return known
          const page = renderPage(key + path, render)
          rendering.set(key + path, page)
          return page
        },
      }
    },
  }
}
