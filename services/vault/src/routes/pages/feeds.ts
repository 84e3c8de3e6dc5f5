import { readPublishedSites, type Site } from '@night-routine/database/vault'
import type { Host } from '../../host.ts'
import { longestNote } from '../../rendering/notes.ts'
import type { Page } from './page-cache.ts'
import { isHidden, newestOf, noteContent, siteName, type SitePage } from './site-pages.ts'
import type { Note } from './tree.ts'

const mostEntries = 20
/** Addresses in one sitemap, by its protocol, and sitemaps that one host names. */
const mostAddresses = 50_000
const mostSites = 1_000

const feeds = new Map([
  ['sitemap.xml', sitemap],
  ['feed.xml', atomFeed],
])

/** What programs read at a path of a site; undefined for other paths, and for a site that may not be indexed. */
export async function feedPage(
  host: Host,
  { site, base, index }: SitePage,
  path: string,
  deadline: AbortSignal,
): Promise<Page | undefined> {
  const make = feeds.get(path)
  if (make === undefined || isHidden(site) || index.entryOf(path) !== undefined) return undefined
  return host.pageCache.pages(site, base).render(path, async () => make(host, site, deadline))
}

/** The sitemaps of a host. Robots may read every page, because pages say themselves whether they may be indexed. */
export async function robots({ db, addresses }: Host): Promise<string> {
  const indexed = (await readPublishedSites(db)).filter(site => !isHidden(site))
  const lines = indexed
    .slice(0, mostSites)
    .map(({ slug }) => `Sitemap: ${addresses.readAt}${slug}/sitemap.xml`)
  return ['User-agent: *', 'Disallow:', ...lines, ''].join('\n')
}

async function sitemap(host: Host, site: Site): Promise<Page> {
  const place = await absolutePlace(host, site)
  const html = host.templates.sitemap({ pages: notesOf(place).slice(0, mostAddresses) })
  return { html, state: 'whole', type: 'application/xml' }
}

/** The newest notes with their text. One that is not ready has only its title. */
async function atomFeed(host: Host, site: Site, deadline: AbortSignal): Promise<Page> {
  const place = await absolutePlace(host, site)
  const byUpload = notesOf(place).toSorted((one, other) =>
    Temporal.Instant.compare(other.updated, one.updated),
  )
  const entries = await Promise.all(
    newestOf(byUpload, mostEntries).map(async note => ({
      ...note,
      content: await contentOf(host, place, note.path, deadline),
    })),
  )
  const xml = host.templates.feed({
    title: siteName(site),
    home: place.base,
    language: place.index.language,
    updated: byUpload[0]?.updated ?? site.createdAt.toString(),
    entries,
  })
  return {
    // XML has no place for these.
    html: xml.replaceAll(/[^\t\n\r\x20-\uFFFD]/g, ''),
    state: entries.some(({ content }) => content === undefined) ? 'partial' : 'whole',
    type: 'application/atom+xml',
  }
}

/** The site with absolute addresses, because feeds are read elsewhere. */
async function absolutePlace({ addresses, pageCache }: Host, site: Site): Promise<SitePage> {
  const base = `${addresses.readAt}${site.slug ?? ''}/`
  return { site, base, index: await pageCache.index(site, base) }
}

/** The notes that the owner shows, and when each was uploaded. */
function notesOf({ index }: SitePage): (Note & { updated: string })[] {
  return index.notes
    .filter(({ path }) => !index.isHidden(path))
    .map(note => ({ ...note, updated: index.entryOf(note.path)?.modifiedAt.toString() ?? '' }))
}

/** The HTML of a note; empty for one that has no page, undefined if it is not ready. */
async function contentOf(host: Host, place: SitePage, path: string, deadline: AbortSignal) {
  const file = place.index.entryOf(path)
  if (file === undefined || file.size > longestNote) return ''
  const note = await host.notes.load(file.hash, deadline)
  if (note === 'missing') return ''
  if (note === 'slow' || note === 'late') return undefined
  return (await noteContent(host, place, { path, note }, deadline)).html
}
