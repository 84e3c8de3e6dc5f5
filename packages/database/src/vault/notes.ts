import { sql } from 'kysely'
import type { Queryable, Transaction } from './schema.ts'

/** A rendered note, by the hash of its content. */
export interface StoredNote {
  hash: string
  /** The version of the renderer. */
  renderer: number
  title: string | null
  aliases: string[]
  language: string | null
  /** What the renderer made of it; null if it takes too long. */
  content: unknown
  words: string
  /** Lexemes with positions, as PostgreSQL writes a tsvector: of the whole note, and of its title and aliases. */
  search: string
  names: string
}

/** A file of a site, with what a page says about it if it is a note. */
export interface SiteEntry {
  path: string
  hash: string
  size: number
  title: string | null
  aliases: string[] | null
  language: string | null
}

/** Only this many characters are read to show where a word was found. */
const shownWords = 60_000
/** Of more notes, the first by path are ranked. */
const mostRanked = 100

/** What a note became; undefined if this version of the renderer has not seen it. */
export async function readNoteContent(
  q: Queryable,
  { hash, renderer }: Pick<StoredNote, 'hash' | 'renderer'>,
): Promise<{ content: unknown } | undefined> {
  return q
    .selectFrom('vault.notes')
    .select('content')
    .where('hash', '=', hash)
    .where('renderer', '=', renderer)
    .executeTakeFirst()
}

/** Keeps a rendered note. */
export async function saveNote(trx: Transaction, note: StoredNote): Promise<void> {
  const row = {
    ...note,
    content: note.content === null ? null : sql`${JSON.stringify(note.content)}::jsonb`,
    search: sql<string>`${note.search}::tsvector`,
    names: sql<string>`${note.names}::tsvector`,
  }
  await trx
    .insertInto('vault.notes')
    .values(row)
    .onConflict(conflict => conflict.column('hash').doUpdateSet(row))
    .execute()
}

/** Makes the pages of all sites stale that have one of these contents: they may show its title. */
export async function markSitesChanged(q: Queryable, hashes: readonly string[]): Promise<void> {
  await q
    .updateTable('vault.sites')
    .set(eb => ({ revision: eb('revision', '+', 1n) }))
    .where('id', 'in', eb =>
      eb.selectFrom('vault.files').select('site_id').where('hash', 'in', hashes),
    )
    .execute()
}

/** The next contents of notes, by hash, that this version of the renderer has not seen. */
export async function readUnrendered(
  q: Queryable,
  {
    renderer,
    longest,
    after,
    count,
  }: {
    renderer: number
    longest: number
    after: string
    count: number
  },
): Promise<string[]> {
  const rows = await q
    .selectFrom('vault.files as file')
    .select('hash')
    .distinct()
    .where('hash', '>', after)
    .where('path', '~*', String.raw`\.md$`)
    .where('size', '<=', BigInt(longest))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('vault.notes as note')
            .select('note.hash')
            .whereRef('note.hash', '=', 'file.hash')
            .where('renderer', '=', renderer),
        ),
      ),
    )
    .orderBy('hash')
    .limit(count)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Forgets notes whose content no file has. */
export async function forgetNote(q: Queryable, hash: string): Promise<void> {
  await q.deleteFrom('vault.notes').where('hash', '=', hash).execute()
}

/** Forgets all notes whose content no file has. */
export async function forgetUnusedNotes(q: Queryable): Promise<void> {
  await sql`
    delete from vault.notes as note
      where not exists (select from vault.files as file where file.hash = note.hash)`.execute(q)
}

/** The files of a site by path, with the names of its notes. */
export async function readSiteEntries(
  q: Queryable,
  { siteId, renderer }: { siteId: string; renderer: number },
): Promise<SiteEntry[]> {
  return q
    .selectFrom('vault.files as file')
    .leftJoin('vault.notes as note', join =>
      join.onRef('note.hash', '=', 'file.hash').on('note.renderer', '=', renderer),
    )
    .select(['path', 'file.hash', 'title', 'aliases', 'language'])
    .select(sql<number>`size::float8`.as('size'))
    .where('site_id', '=', siteId)
    .orderBy('path')
    .execute()
}

export interface FoundNote {
  path: string
  words: string
}

/** The notes of a site with these lexemes, best first, and how many there are. */
export async function searchNotes(
  q: Queryable,
  {
    siteId,
    renderer,
    query,
    count,
  }: {
    siteId: string
    renderer: number
    /** As PostgreSQL writes a tsquery. */
    query: string
    count: number
  },
): Promise<{ found: FoundNote[]; total: number }> {
  const wanted = sql`${query}::tsquery`
  // The words of a note are stored apart from its row, so that they are read of few notes only.
  const matches = q
    .selectFrom('vault.notes as note')
    .innerJoin('vault.files as file', 'file.hash', 'note.hash')
    .select(['path', 'note.hash'])
    .select(sql<number>`(count(*) over ())::float8`.as('total'))
    .select(sql<boolean>`names @@ ${wanted}`.as('isNamed'))
    .where('site_id', '=', siteId)
    .where('renderer', '=', renderer)
    .where('path', '~*', String.raw`\.md$`)
    .where(sql<boolean>`search @@ ${wanted}`)
    .orderBy('isNamed', 'desc')
    .orderBy('path')
    .limit(mostRanked)
  const rows = await q
    .selectFrom(matches.as('match'))
    .innerJoin('vault.notes as note', 'note.hash', 'match.hash')
    .select(['path', 'total'])
    .select(sql<string>`left(words, ${shownWords})`.as('words'))
    .orderBy('isNamed', 'desc')
    .orderBy(sql`ts_rank(search, ${wanted})`, 'desc')
    .orderBy('path')
    .limit(count)
    .execute()
  return { found: rows.map(({ path, words }) => ({ path, words })), total: rows[0]?.total ?? 0 }
}
