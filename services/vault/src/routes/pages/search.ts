import { findNotes, rankNotes, readWords, type VaultDatabase } from '@night-routine/database/vault'
import { searchQuery } from '../../rendering/lexemes.ts'
import { rendererVersion } from '../../rendering/pieces.ts'
import { contextsOf } from './contexts.ts'
import type { SiteIndex } from './page-cache.ts'
import { pageOf } from './paging.ts'
import { folderText } from './tree.ts'

const resultsOfPage = 20
/** Of more notes, those with the words in their names and then the first by path are ranked. */
const mostRanked = 100

/** One page of the notes of a site with all of these words, best first, and how many there are on all pages. */
export async function searchSite(
  db: VaultDatabase,
  index: SiteIndex,
  { asked, page }: { asked: string; page: number },
) {
  const { query, words } = searchQuery(asked)
  if (words.length === 0) return { shown: [], total: 0, page: 1, pages: 1 }
  const matches = await findNotes(db, { renderer: rendererVersion, query })
  const notes = index.notes.map(note => ({ note, hash: index.entryOf(note.path)?.hash ?? '' }))
  const all = [matches.named, matches.others].flatMap(found =>
    notes.filter(({ hash }) => found.has(hash)),
  )
  const first = all.slice(0, mostRanked)
  const hashes = [...new Set(first.map(({ hash }) => hash))]
  const rank = new Map((await rankNotes(db, { hashes, query })).map((hash, at) => [hash, at]))
  // The sort is stable: notes of one rank stay by name, then by path.
  const rankOf = ({ hash }: { hash: string }) => rank.get(hash) ?? rank.size
  const hits = first
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .concat(all.slice(mostRanked))

  const found = pageOf(hits, { page, size: resultsOfPage })
  const shownHashes = found.shown.map(({ hash }) => hash)
  const said = await readWords(db, shownHashes)
  const shown = found.shown.map(({ hash, note: { path, title, address } }) => ({
    title,
    address,
    folder: folderText(path),
    contexts: contextsOf(said.get(hash) ?? '', title, words),
  }))
  return { ...found, shown, total: hits.length }
}
