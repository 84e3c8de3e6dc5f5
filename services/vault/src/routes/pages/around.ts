import { findMentions, findTagged, type VaultDatabase } from '@night-routine/database/vault'
import type { Wording } from '@night-routine/wording'
import { keysOf } from '../../rendering/around.ts'
import { rendererVersion as renderer, type Target } from '../../rendering/pieces.ts'
import { tagKey } from '../../rendering/tags.ts'
import type { SiteIndex } from './page-cache.ts'
import { pageOf, pagesView } from './paging.ts'
import { folderText, type Note } from './tree.ts'

/** Notes that one page lists, and tags below one. */
const mostListed = 100

/** The notes that link to a note or show it, in the order of the site. */
export async function linkedFrom(
  db: VaultDatabase,
  { map, entryOf, notesWith, inOrder }: SiteIndex,
  path: string,
): Promise<Note[]> {
  const keys = keysOf({ path, aliases: entryOf(path)?.aliases ?? [] })
  const linked = new Set<Note>()
  for (const { hash, target } of await findMentions(db, { renderer, keys })) {
    const from = notesWith(hash)
    if (from.length === 0) continue
    const link: Target = JSON.parse(target)
    for (const note of from)
      if (note.path !== path && map.resolve(link, note.path) === path) linked.add(note)
  }
  return inOrder(linked)
}

/** The notes of a site with a tag or one below it, the tag as somebody wrote it, and tags above and below it. */
export async function taggedNotes(
  db: VaultDatabase,
  { notesWith, inOrder, compare }: SiteIndex,
  asked: string,
): Promise<{ tag: string; above: string[]; below: string[]; notes: Note[] }> {
  const key = tagKey(asked)
  const depth = key.split('/').length
  const all = await findTagged(db, { renderer, key })
  const tagged = all.filter(({ hash }) => notesWith(hash).length > 0)
  const below = new Map<string, string>()
  let written = ''
  for (const tag of tagged.flatMap(({ tags }) => tags)) {
    if (below.size === mostListed) break
    const levels = tag.split('/')
    const own = levels.slice(0, depth).join('/')
    if (tagKey(own) !== key) continue
    // Whatever the capitals of the address are, the page says the same.
    if (written === '' || own < written) written = own
    const inner = levels.slice(0, depth + 1).join('/')
    const known = below.get(tagKey(inner)) ?? inner
    if (levels.length > depth) below.set(tagKey(inner), inner < known ? inner : known)
  }
  const tag = written || asked
  const above = depth > 1 ? [tag.split('/').slice(0, -1).join('/')] : []
  const notes = inOrder(new Set(tagged.flatMap(({ hash }) => notesWith(hash))))
  return { tag, above, below: [...below.values()].toSorted(compare), notes }
}

/** Links to the pages of tags. */
export function tagLinks(tags: readonly string[], map: SiteIndex['map']) {
  return tags.map(name => ({ name, address: map.addressOfTag(name) }))
}

/** A page of many notes, and what leads to those beside it. */
export function listOf(
  notes: readonly Note[],
  { page, address, wording }: { page: number; address: string; wording: Wording },
) {
  const found = pageOf(notes, { page, size: mostListed })
  return { notes: found.shown.map(listed), ...pagesView(found, address, wording) }
}

/** The first of them, and a link to the page with all. */
export function firstOf(notes: readonly Note[], address: string, wording: Wording) {
  const hidden = notes.length - mostListed
  const more = { name: wording.say('vault.andMore', { count: hidden }), address }
  return { linked: notes.slice(0, mostListed).map(listed), more: hidden > 0 ? more : undefined }
}

function listed({ title, address, path }: Note) {
  return { title, address, folder: folderText(path) }
}

/** A date in the language of the page. */
export function dayOf(date: string, { language }: Wording) {
  const text = Temporal.PlainDate.from(date).toLocaleString(language, { dateStyle: 'long' })
  return { date, text }
}
