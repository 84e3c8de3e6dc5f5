import type { PublishedFile, Site } from '@night-routine/database/vault'
import type { Host } from '../../host.ts'
import { isLocked } from '../../reader-access.ts'
import { sign } from '../../rendering/comments.ts'
import { directionOfLanguage } from '../../rendering/direction.ts'
import { fileSize } from '../../rendering/files.ts'
import { longestNote } from '../../rendering/notes.ts'
import type { Heading, RenderedNote } from '../../rendering/pieces.ts'
import { isDrawing, isNote, nameOf } from '../../rendering/site-map.ts'
import { dayOf, firstOf, linkedFrom, listOf, taggedNotes, tagLinks } from './around.ts'
import { text, type Page, type SiteIndex } from './page-cache.ts'
import { pagesView } from './paging.ts'
import { searchSite } from './search.ts'
import { similarNotes } from './similar.ts'
import { foldersAbove, type Note } from './tree.ts'

const mostEntries = 1_000
const mostHeadings = 80
const mostRecent = 10
/** Shorter notes need no table of contents. */
const fewHeadings = 3

type NoteFile = Pick<PublishedFile, 'hash' | 'path' | 'size'>

/** A drawing is too long to be read where it holds pictures. Its own is enough. */
const unread: RenderedNote = {
  aliases: [],
  hasHeading: false,
  headings: [],
  pieces: [],
  drawing: [],
  tags: [],
}

/** The site of a request, and where its pages are. */
export interface SitePage {
  site: Site
  base: string
  index: SiteIndex
}

/** The page of a note; undefined if its content is missing. Embedded notes that are late are links. */
export async function notePage(
  host: Host,
  place: SitePage,
  file: NoteFile,
  deadline: AbortSignal,
): Promise<Page | undefined> {
  const { index, site } = place
  const { hash, path } = file
  const { map, wording } = index
  const instead = async (why: string, state: Page['state']) => ({
    html: await filePage(host, place, file, why),
    state,
  })
  const isLong = file.size > longestNote
  if (isLong && !(isDrawing(path) && map.pictureOf(path)))
    return instead(wording.say('vault.tooLong', { size: fileSize(file.size, wording) }), 'whole')
  const note = isLong ? unread : await host.notes.load(hash, deadline)
  if (note === 'missing') return undefined
  if (note === 'late') return instead(wording.say('vault.notYet'), 'late')
  // A busy machine may be what was slow, so the next reader may see the note.
  if (note === 'slow') return instead(wording.say('vault.tooSlow'), 'partial')
  const direction = directionOfPage(note.language ?? index.language)
  const [content, around] = await Promise.all([
    noteContent(host, place, { path, note, isRightToLeft: direction === 'rtl' }, deadline),
    aroundNote(host, place, { path, note }),
  ])
  const html = host.templates.page({
    ...frame(place, path),
    above: foldersOf(place, path),
    direction,
    title: note.title ?? nameOf(path),
    ...((note.hasHeading || site.options['hideTitle'] === true) && { heading: '' }),
    ...previewOf(host, place, { path, note }),
    content: content.html + around,
    headings: site.options['showOutline'] === false ? [] : outline(note.headings),
  })
  return { html, state: content.isWhole && !deadline.aborted ? 'whole' : 'partial' }
}

/** The HTML of a note with what it embeds, and whether all of that is there. */
export async function noteContent(
  host: Host,
  { index }: SitePage,
  shown: { path: string; note: RenderedNote; isRightToLeft?: boolean },
  deadline: AbortSignal,
): Promise<{ html: string; isWhole: boolean }> {
  const { map, wording, compare } = index
  const { path, note, isRightToLeft = false } = shown
  let isWhole = true
  const load = async (part: { path: string; fragment: string }) => {
    const entry = index.entryOf(part.path)
    const target = entry && { hash: entry.hash, part: part.fragment }
    const found = target && (await host.notes.loadPart(target, deadline))
    if (found !== 'slow' && found !== 'late') return found
    isWhole = false
    return undefined
  }
  // Loaded with the first page: most homes publish none.
  const { assemble, readEmbeds } = await import('../../rendering/assemble.ts')
  const embeds = await readEmbeds(note, { path, map, load, deadline })
  const pieces = [note, ...embeds.values()].flatMap(one => one.pieces)
  const hasBase = pieces.some(piece => typeof piece !== 'string' && 'base' in piece)
  const rows = hasBase ? await index.rows() : []
  const html = assemble(note, { path, map, wording, embeds, rows, compare, isRightToLeft })
  return { html, isWhole }
}

/** What stands below a note. */
async function aroundNote(
  { db, templates }: Host,
  { site, index }: SitePage,
  { path, note }: { path: string; note: RenderedNote },
): Promise<string> {
  const { wording } = index
  const shown = site.options['showBacklinks'] !== false
  const linked = shown ? await linkedFrom(db, index, path) : []
  // The index may be older than the note, whose first reader this may be.
  const date = note.date ?? index.noteOf(path)?.date
  const day = date === undefined ? undefined : dayOf(date, wording)
  return templates.around({
    wording,
    beside: hasNavigation(site) ? index.beside(path) : undefined,
    // Without a date in the note it is that of the upload.
    day:
      day && note.date === undefined
        ? { ...day, text: wording.say('vault.updated', { day: day.text }) }
        : day,
    tags: tagLinks(note.tags, index.map),
    ...firstOf(linked, `${index.map.addressOf(path)}?linked`, wording),
  })
}

/** What other sites show of a link to a note: with absolute addresses, because they are read elsewhere. */
function previewOf(
  { addresses }: Host,
  { site, base, index: { map } }: SitePage,
  { path, note }: { path: string; note: RenderedNote },
) {
  const absolute = (found: string) =>
    `${addresses.readAt}${site.slug ?? ''}/${map.addressOf(found).slice(base.length)}`
  const picture = note.image && map.resolve(note.image, path)
  return {
    description: note.description ?? '',
    image: picture === undefined ? '' : absolute(picture),
    canonical: absolute(path),
  }
}

/** All notes that link to a note, some on each page. */
export async function linkedPage(
  { db, templates }: Host,
  place: SitePage,
  { path, page }: { path: string; page: number },
): Promise<string> {
  const { index } = place
  const { wording } = index
  const linked = await linkedFrom(db, index, path)
  const title = wording.say('vault.linkedTo', { title: index.noteOf(path)?.title ?? nameOf(path) })
  const address = index.map.addressOf(path)
  const content = templates.paged({
    summary: wording.say('vault.noteCount', { count: linked.length }),
    tags: [],
    ...listOf(linked, { page, address: `${address}?linked`, wording }),
  })
  return templates.page({ ...frame(place, path), title, content, noindex: true })
}

/** The notes with a tag; undefined if there are none. */
export async function tagPage(
  { db, templates }: Host,
  place: SitePage,
  { asked, page }: { asked: string; page: number },
): Promise<{ html: string; found: boolean }> {
  const { index } = place
  const { wording } = index
  const { tag, above, below, notes } = await taggedNotes(db, index, asked)
  const found = notes.length > 0
  const content = templates.paged({
    summary: found
      ? wording.say('vault.tagged', { count: notes.length, tag })
      : wording.say('vault.noneTagged', { tag }),
    tags: found ? tagLinks([...above, ...below], index.map) : [],
    ...listOf(notes, { page, address: index.map.addressOfTag(tag), wording }),
  })
  const view = { ...frame(place, ''), title: `#${tag}`, content, ...(!found && { noindex: true }) }
  return { html: templates.page(view), found }
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
async function filePage(host: Host, place: SitePage, file: NoteFile, why: string): Promise<string> {
  const { path } = file
  const title = place.index.noteOf(path)?.title ?? nameOf(path)
  const link = { name: place.index.wording.say('vault.openFile'), address: '?file' }
  const shown = (await isOpenFile(host, file)) ? link : undefined
  const content = host.templates.sentence({ text: why, link: shown })
  const above = foldersOf(place, path)
  return host.templates.page({ ...frame(place, path), above, title, content })
}

/** The page of a folder without its own note; undefined if there is no such folder. */
export function folderPage({ templates }: Host, place: SitePage, folder: string) {
  const { index } = place
  const { wording } = index
  const below = index.notes.filter(
    ({ path }) => path.startsWith(folder) && !(folder === '' && index.isHidden(path)),
  )
  if (below.length === 0 && folder !== '') return undefined
  const view = frame(place, folder)
  const title = folder === '' ? view.siteName : nameOf(`${folder}index.md`)
  const entries = entriesOf(below, folder, index)
  const shown = entries.slice(0, mostEntries)
  const hidden = entries.length - shown.length
  const more = hidden > 0 ? wording.say('vault.more', { count: hidden }) : ''
  const sentence = shown.length === 0 ? wording.say('vault.empty') : more
  const content =
    folder === '' && shown.length > 0
      ? templates.entrance({
          wording,
          recent: newestOf(below, mostRecent).map(({ title: name, address, date }) => ({
            name,
            address,
            day: dayOf(date, wording),
          })),
          entries: shown,
          text: sentence,
        })
      : templates.listing({ entries: shown, text: sentence })
  return templates.page({ ...view, above: foldersOf(place, folder), title, content })
}

/** The folders in a folder with how many notes each has, and then its notes. */
function entriesOf(below: readonly Note[], folder: string, { map, wording, compare }: SiteIndex) {
  const { true: inner = [], false: own = [] } = Object.groupBy(below, ({ path }) =>
    path.includes('/', folder.length) ? 'true' : 'false',
  )
  const folders = Map.groupBy(inner, ({ path }) =>
    path.slice(folder.length, path.indexOf('/', folder.length)),
  )
  return [
    ...Array.from(folders, ([name, notes]) => ({
      name: `${name}/`,
      address: map.addressOf(`${folder}${name}/index.md`),
      count: wording.say('vault.noteCount', { count: notes.length }),
    })).toSorted((one, other) => compare(one.name, other.name)),
    ...own.map(({ title, address }) => ({ name: title, address, count: '' })),
  ]
}

/** The newest notes. Those of one day stay in their order. */
export function newestOf<Kind extends Note>(notes: readonly Kind[], count: number): Kind[] {
  return notes
    .toSorted((one, other) => Number(one.date < other.date) - Number(one.date > other.date))
    .slice(0, count)
}

/** One page of the notes with the words that a reader looks for. */
export async function searchPage(
  host: Host,
  place: SitePage,
  query: { asked: string; page: number },
): Promise<string> {
  const { wording } = place.index
  const { shown: results, total, ...found } = await searchSite(host.db, place.index, query)
  const shown = query.asked.trim().slice(0, 100).toWellFormed()
  const content = host.templates.search({
    summary:
      total === 0
        ? wording.say('vault.nothingFound', { query: shown })
        : wording.say('vault.found', { count: total, query: shown }),
    results,
    ...pagesView(found, `${place.base}?q=${encodeURIComponent(shown)}`, wording),
  })
  const title = wording.say('vault.search')
  const view = { ...frame(place, ''), title, content, asked: shown, noindex: true }
  return host.templates.page(view)
}

/** The page for an address that leads nowhere: notes that may be meant, and the search. */
export function missingPage({ templates }: Host, place: SitePage, path: string): string {
  const { wording, notes } = place.index
  const content = templates.missing({ wording, notes: similarNotes(path, notes) })
  const title = wording.say('vault.missing')
  return templates.page({ ...frame(place, path), title, content, noindex: true })
}

function frame({ site, base, index }: SitePage, path: string) {
  const { options } = site
  return {
    siteName: siteName(site),
    home: base,
    theme: text(options['defaultTheme']),
    noindex: isHidden(site),
    feed: isHidden(site) ? '' : `${base}feed.xml`,
    strict: options['strictLineBreaks'] === true,
    direction: directionOfPage(index.language),
    wording: index.wording,
    tree: hasNavigation(site) && index.notes.length > 1 ? index.tree(path) : [],
    hasSearch: options['showSearch'] !== false && index.notes.length > 0,
  }
}

export const siteName = ({ options, slug }: Site) => text(options['siteName']) || (slug ?? '')

const hasNavigation = ({ options }: Site) => options['showNavigation'] !== false

/** Links to the folders above a page. */
function foldersOf({ site, index: { map } }: SitePage, path: string) {
  if (!hasNavigation(site)) return []
  return foldersAbove(path).map(folder => ({
    name: nameOf(`${folder}index.md`),
    address: map.addressOf(`${folder}index.md`),
  }))
}

/** The direction of the layout; empty for the usual one. */
function directionOfPage(language: string): string {
  return directionOfLanguage(language) === 'rtl' ? 'rtl' : ''
}

/** Sites are hidden from search engines unless the owner allows indexing and there is no password. */
export function isHidden(site: Site): boolean {
  return site.options['allowIndexing'] !== true || isLocked(site)
}
