import { findNotes, rankNotes, type VaultDatabase } from '@night-routine/database/vault'
import { searchQuery } from '../../rendering/lexemes.ts'
import { rendererVersion } from '../../rendering/pieces.ts'
import { contextsOf, type Fragment } from './contexts.ts'
import type { SiteIndex } from './page-cache.ts'

/** A note that the search found. */
export interface Result {
  title: string
  address: string
  /** The folders that it is in, for people. */
  folder: string
  contexts: Fragment[][]
}

const mostResults = 20
/** Of more notes, those with the words in their names and then the first by path are ranked. */
const mostRanked = 100

/** The notes of a site with all of these words, best first, and how many there are. */
export async function searchSite(
  db: VaultDatabase,
  index: SiteIndex,
  asked: string,
): Promise<{ results: Result[]; total: number }> {
  const { query, words } = searchQuery(asked)
  if (words.length === 0) return { results: [], total: 0 }
  const found = await findNotes(db, { renderer: rendererVersion, query })
  const hits = found.flatMap(({ hash }) => index.notesWith(hash).map(note => ({ hash, ...note })))
  const hashes = [...new Set(hits.slice(0, mostRanked).map(({ hash }) => hash))]
  const ranked = await rankNotes(db, { hashes, query, count: mostResults })
  const results = ranked.flatMap(({ hash, words: said }) =>
    index.notesWith(hash).map(({ path, title, address }) => ({
      title,
      address,
      folder: path.split('/').slice(0, -1).join(' › '),
      contexts: contextsOf(said, title, words),
    })),
  )
  return { results: results.slice(0, mostResults), total: hits.length }
}
