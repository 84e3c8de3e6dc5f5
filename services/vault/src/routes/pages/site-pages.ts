import type { PublishedFile, Site } from '@night-routine/database/vault'
import type { Host } from '../../host.ts'
import { isLocked } from '../../reader-access.ts'
import { nameOf } from '../../rendering/site-map.ts'
import type { Entry, PageView } from './templates.ts'

const mostEntries = 1_000

interface Place {
  site: Site
  base: string
}

/** The page of a note; undefined if it takes too long to render. */
export async function notePage(
  { pageCache, renderer, templates }: Host,
  { site, base, file, note }: Place & { file: PublishedFile; note: string },
): Promise<string | undefined> {
  const { paths, notes } = await pageCache.index(site, base)
  const { hash, path } = file
  const rendered = await renderer.render({ hash, text: note, path, paths, base })
  if (rendered === undefined) return undefined
  const { title, hasHeading, html } = rendered
  return templates.page({
    ...frame({ site, base }),
    title,
    heading: hasHeading || site.options['hideTitle'] === true ? '' : title,
    content: html,
    notes: (notes.length > 1 ? notes : [])
      .slice(0, mostEntries)
      .map(({ path: to, name, address }) => ({ name, address, current: to === path })),
  })
}

/** The page of a folder: a list of its notes. */
export function folderPage(
  { templates }: Host,
  { folder, entries, ...place }: Place & { folder: string; entries: Entry[] },
): string {
  const view = frame(place)
  const title = folder === '' ? view.siteName : nameOf(`${folder}index.md`)
  const content = templates.listing(entries, 'Nothing has been published here yet.')
  return templates.page({ ...view, title, heading: title, content, notes: [] })
}

function frame({ site, base }: Place): Pick<PageView, 'siteName' | 'home' | 'theme' | 'noindex'> {
  return {
    siteName: text(site.options['siteName']) || (site.slug ?? ''),
    home: base,
    theme: text(site.options['defaultTheme']),
    noindex: isHidden(site),
  }
}

/** Sites are hidden from search engines unless the owner allows indexing and there is no password. */
export function isHidden(site: Site): boolean {
  return site.options['allowIndexing'] !== true || isLocked(site)
}

/** An option as text; empty for anything else. */
export function text(option: unknown): string {
  return typeof option === 'string' ? option : ''
}
