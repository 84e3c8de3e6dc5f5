import type { PublishedFile, Site } from '@night-routine/database/vault'
import type { Host } from '../../host.ts'
import { isLocked } from '../../reader-access.ts'
import { assemble, readEmbeds } from '../../rendering/assemble.ts'
import { sign } from '../../rendering/comments.ts'
import { directionOfLanguage } from '../../rendering/direction.ts'
import type { Heading } from '../../rendering/pieces.ts'
import { isNote, nameOf } from '../../rendering/site-map.ts'
import { text, type Page, type SiteIndex } from './page-cache.ts'
import { searchSite } from './search.ts'
import { similarNotes } from './similar.ts'
import type { PageView } from './templates.ts'

const mostEntries = 1_000
const mostHeadings = 80
/** Shorter notes need no table of contents. */
const fewHeadings = 3

type NoteFile = Pick<PublishedFile, 'hash' | 'path'>

/** The site of a request, and where its pages are. */
export interface SitePage {
  site: Site
  base: string
  index: SiteIndex
}

/**
 * The page of a note; undefined if its content is missing. Embedded notes that have not been rendered at the deadline
 * are links.
 */
export async function notePage(
  host: Host,
  place: SitePage,
  file: NoteFile,
  deadline: AbortSignal,
): Promise<Page | undefined> {
  const { index, site } = place
  const { hash, path } = file
  const { map, wording } = index
  const note = await host.notes.load(hash, deadline)
  if (note === 'missing') return undefined
  if (note === 'late')
    return { html: await filePage(host, place, file, wording.notYet), state: 'late' }
  // A busy machine may be what was slow, so the next reader may see the note.
  if (note === 'slow')
    return { html: await filePage(host, place, file, wording.tooSlow), state: 'partial' }
  let isWhole = true
  const load = async (part: { path: string; fragment: string }) => {
    const entry = index.entryOf(part.path)
    const target = entry && { hash: entry.hash, part: part.fragment }
    const found = target && (await host.notes.loadPart(target, deadline))
    if (found !== 'slow' && found !== 'late') return found
    isWhole = false
    return undefined
  }
  const embeds = await readEmbeds(note, { path, map, load, deadline })
  const title = note.title ?? nameOf(path)
  const html = host.templates.page({
    ...frame(place, path),
    direction: directionOfPage(note.language ?? index.language),
    title,
    heading: note.hasHeading || site.options['hideTitle'] === true ? '' : title,
    content: assemble(note, { path, map, wording, embeds }),
    headings: site.options['showOutline'] === false ? [] : outline(note.headings),
  })
  return { html, state: isWhole && !deadline.aborted ? 'whole' : 'partial' }
}

/** Headings to jump to, as deep as the highest of them allows. */
function outline(headings: readonly Heading[]): Heading[] {
  if (headings.length < fewHeadings) return []
  const top = Math.min(...headings.map(({ level }) => level))
  return headings
    .map(heading => ({ ...heading, level: heading.level - top }))
    .filter(({ level }) => level < 3)
    .slice(0, mostHeadings)
}

/** Whether a note may be sent as it stands: no reader may see its comments. */
export async function isOpenFile({ content }: Host, { hash, path }: NoteFile): Promise<boolean> {
  return !isNote(path) || !(await content.includes(hash, sign))
}

/** The page of a note that no page can show: a sentence, and the note as a file. */
export async function filePage(
  host: Host,
  place: SitePage,
  file: NoteFile,
  why: string,
): Promise<string> {
  const { path } = file
  const title = place.index.noteOf(path)?.title ?? nameOf(path)
  const link = { name: place.index.wording.openFile, address: '?file' }
  const content = host.templates.sentence(why, (await isOpenFile(host, file)) ? link : undefined)
  return host.templates.page({ ...frame(place, path), title, heading: title, content })
}

/** The page of a folder without its own note; undefined if there is no such folder. */
export function folderPage(
  { templates }: Host,
  place: SitePage,
  folder: string,
): string | undefined {
  const { index } = place
  const below = index.notes.filter(({ path }) => path.startsWith(folder))
  if (below.length === 0 && folder !== '') return undefined
  const view = frame(place, folder)
  const title = folder === '' ? view.siteName : nameOf(`${folder}index.md`)
  const entries = new Map<string, { name: string; address: string }>()
  for (const { path, title: name, address } of below) {
    const [first = '', ...rest] = path.slice(folder.length).split('/')
    const inner = { name: `${first}/`, address: index.map.addressOf(`${folder}${first}/index.md`) }
    entries.set(rest.length > 0 ? `${first}/` : path, rest.length > 0 ? inner : { name, address })
  }
  const shown = [...entries.values()].slice(0, mostEntries)
  const more = entries.size > shown.length ? index.wording.more(entries.size - shown.length) : ''
  const content = templates.listing(shown, shown.length === 0 ? index.wording.empty : more)
  return templates.page({ ...view, title, heading: title, content })
}

/** The notes with the words that a reader looks for. */
export async function searchPage(host: Host, place: SitePage, asked: string): Promise<string> {
  const { wording } = place.index
  const { results, total } = await searchSite(host.db, place.index, asked)
  const shown = asked.trim().slice(0, 100).toWellFormed()
  const first = total > results.length ? wording.firstOnly(results.length) : ''
  const content = host.templates.search({
    summary: total === 0 ? wording.nothingFound(shown) : wording.found(total, shown),
    hint: total === 0 ? wording.tryOther : first,
    results,
  })
  const title = wording.search
  const view = { ...frame(place, ''), title, heading: title, content, asked: shown }
  return host.templates.page({ ...view, noindex: true })
}

/** The page for an address that leads nowhere: notes that may be meant, and the search. */
export function missingPage({ templates }: Host, place: SitePage, path: string): string {
  const { wording, notes } = place.index
  const content = templates.missing({
    why: wording.missingWhy,
    text: wording.suggestions,
    notes: similarNotes(path, notes),
  })
  const title = wording.missing
  return templates.page({ ...frame(place, path), title, heading: title, content, noindex: true })
}

function frame({ site, base, index }: SitePage, path: string): Omit<PageView, 'title' | 'content'> {
  const { options } = site
  return {
    siteName: text(options['siteName']) || (site.slug ?? ''),
    home: base,
    heading: '',
    theme: text(options['defaultTheme']),
    noindex: isHidden(site),
    strict: options['strictLineBreaks'] === true,
    direction: directionOfPage(index.language),
    wording: index.wording,
    tree: options['showNavigation'] !== false && index.notes.length > 1 ? index.tree(path) : [],
    headings: [],
    hasSearch: options['showSearch'] !== false && index.notes.length > 0,
    asked: '',
  }
}

/** The direction of the layout; empty for the usual one. */
function directionOfPage(language: string): string {
  return directionOfLanguage(language) === 'rtl' ? 'rtl' : ''
}

/** Sites are hidden from search engines unless the owner allows indexing and there is no password. */
export function isHidden(site: Site): boolean {
  return site.options['allowIndexing'] !== true || isLocked(site)
}
