import {
  readProperties,
  readSiteEntries,
  type Site,
  type SiteEntry,
  type VaultDatabase,
} from '@night-routine/database/vault'
import { wordingFor } from '@night-routine/wording'
import { LRUCache } from 'lru-cache'
import type { Row } from '../../rendering/bases.ts'
import { rendererVersion } from '../../rendering/pieces.ts'
import { isNote, nameOf, siteMap } from '../../rendering/site-map.ts'
import { isHiddenIn, siteTree, type Note } from './tree.ts'

export type SiteIndex = Awaited<ReturnType<typeof readIndex>>

/** A page. Parts of a `partial` one took too long, and the note of a `late` one has not been rendered yet. */
export interface Page {
  html: string
  state: 'whole' | 'partial' | 'late'
  /** Of a feed. */
  type?: string
}

/** In milliseconds. What is missing in a page may be there for the next reader. */
const passing = 1
const mostSites = 20
const mostPageBytes = 16 * 1024 * 1024

/** Caches indexes and finished pages, each made once for all who ask. The revision in the keys invalidates them. */
export function createPageCache(db: VaultDatabase) {
  const indexes = new LRUCache<string, SiteIndex, { site: Site; base: string }>({
    max: mostSites,
    fetchMethod: (_key, _stale, { context }) => readIndex(db, context),
    // Those who wait for an entry get it, even if others have displaced it.
    ignoreFetchAbort: true,
  })
  const pages = new LRUCache<string, Page, () => Promise<Page | undefined>>({
    maxSize: mostPageBytes,
    sizeCalculation: ({ html }) => Buffer.byteLength(html),
    fetchMethod: async (_key, _stale, { context: render, options }) => {
      const page = await render()
      if (page !== undefined && page.state !== 'whole') options.ttl = passing
      return page
    },
    ignoreFetchAbort: true,
  })
  return {
    index: (site: Site, base: string) =>
      indexes.forceFetch(keyOf(site, base), { context: { site, base } }),

    /** The finished pages of a site, by path. */
    pages(site: Site, base: string) {
      const key = keyOf(site, base)
      return {
        get: (path: string) => pages.get(key + path),
        /** Keeps what `render` returns, unless it is undefined. */
        render: (path: string, render: () => Promise<Page | undefined>) =>
          pages.fetch(key + path, { context: render }),
      }
    },
  }
}

function keyOf({ id, revision, slug, options }: Site, base: string): string {
  return JSON.stringify([id, String(revision), slug, options, base])
}

async function readIndex(db: VaultDatabase, { site, base }: { site: Site; base: string }) {
  const wanted = { siteId: site.id, renderer: rendererVersion }
  const files: SiteEntry[] = await readSiteEntries(db, wanted)
  const entries = new Map(files.map(file => [file.path, file]))
  const map = siteMap(
    files.map(({ path, aliases, size }) => ({ path, aliases: aliases ?? [], size })),
    base,
  )
  const home = map.pathsAt('', text(site.options['indexFile'])).find(path => entries.has(path))
  const language = entries.get(home ?? '')?.language ?? 'en'
  const { compare } = collatorOf(language)
  /** Every note, in the order that people expect of what the tree shows. */
  const notes: Note[] = files
    .filter(({ path }) => isNote(path))
    .map(({ path, title, date }) => ({
      path,
      date,
      title: title ?? nameOf(path),
      address: map.addressOf(path),
    }))
    .toSorted((one, other) => compare(sortNameOf(one), sortNameOf(other)))
  const ranks = new Map(notes.map((note, rank) => [note, rank]))
  const byPath = new Map(notes.map(note => [note.path, note]))
  const byHash = Map.groupBy(notes, ({ path }) => entries.get(path)?.hash)
  const hidden = list(site.options['navigationHiddenItems'])
  const ordering = list(site.options['navigationOrdering'])
  const tree = siteTree(notes, {
    ordering,
    hidden,
    home,
    compare,
    addressOf: folder => map.addressOf(`${folder}index.md`),
  })
  const claims = claimsOf(files)
  const numbered = notes.filter(note => /^\d/.test(sortNameOf(note))).length
  /** The notes as a reader turns them over; none where their order says nothing. */
  const sequence = ordering.length > 0 || numbered * 2 > notes.length ? tree.notes() : []
  const places = new Map(sequence.map(({ path }, at) => [path, at]))
  return {
    language,
    map,
    notes,
    compare,
    tree: tree.nodes,
    /** The notes before and after one, if people read the site like a book: its owner ordered it, or most notes are numbered. */
    beside(path: string) {
      const at = places.get(path)
      return at === undefined ? undefined : { previous: sequence[at - 1], next: sequence[at + 1] }
    },
    wording: wordingFor(language),
    /** The note that claims an address where no file is. */
    claimedBy: (address: string) => claims.get(addressKey(address)),
    /** Whether the owner hides a note from the navigation. */
    isHidden: (path: string) => isHiddenIn(hidden, path),
    inOrder: (some: Iterable<Note>) =>
      [...some].toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0)),
    /** Every file with what it says about itself, for the pages that have a table of them. */
    rows: async (): Promise<Row[]> => {
      const said = new Map((await readProperties(db, wanted)).map(note => [note.hash, note]))
      return files.map(({ path, hash }) => ({ path, tags: [], properties: {}, ...said.get(hash) }))
    },
    entryOf: (path: string) => entries.get(path),
    noteOf: (path: string) => byPath.get(path),
    /** The notes with a content: the same may be at several paths. */
    notesWith: (hash: string) => byHash.get(hash) ?? [],
  }
}

/** Compares as the language of a site does; a language that does not exist compares as English. */
function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true })
  } catch {
    return new Intl.Collator('en', { numeric: true })
  }
}

/** Journals and months stand by their date, whatever their titles are. */
function sortNameOf({ path, title }: Note): string {
  const name = nameOf(path)
  return /^\d{4}-\d{2}(?:-\d{2})?$/.test(name) ? name : title
}

/** The notes that claim another address, by permalink or else by alias. Of several the first by path has it. */
function claimsOf(files: readonly SiteEntry[]): Map<string, string> {
  const claims = new Map<string, string>()
  const claim = (address: string, path: string) => {
    const key = addressKey(address)
    if (key !== '') claims.getOrInsert(key, path)
  }
  for (const { path, permalink } of files) claim(permalink ?? '', path)
  for (const { path, aliases } of files) for (const alias of aliases ?? []) claim(alias, path)
  return claims
}

function addressKey(address: string): string {
  const inner = address
    .trim()
    .replaceAll(/^\/+|(?<!\/)\/+$/g, '')
    .replace(/\.md$/i, '')
  return inner.normalize('NFC').toLowerCase()
}

/** An option as text; empty for anything else. */
export function text(option: unknown): string {
  return typeof option === 'string' ? option : ''
}

function list(option: unknown): string[] {
  return Array.isArray(option) ? option.filter(one => typeof one === 'string') : []
}
