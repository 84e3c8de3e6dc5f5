import { sql, type Insertable } from 'kysely'
import type { Queryable, Transaction, VaultSchema } from './schema.ts'

/** A rendered note, by the hash of its content. */
export type NoteRow = Required<Insertable<VaultSchema['vault.notes']>>

/** A file of a site, with what a page says about it if it is a note. */
export interface SiteEntry {
  path: string
  hash: string
  size: number
  title: string | null
  aliases: string[] | null
  language: string | null
  /** The date of the note, or else of its upload. */
  date: string
  /** When it was uploaded. */
  modifiedAt: Temporal.Instant
  permalink: string | null
}

/** Only this many characters are read to show where a word was found. */
const shownLength = 60_000
const mostFound = 50_000

/** What a note became: null if it takes too long, undefined if this version of the renderer has not seen it. */
export async function readNoteContent(
  q: Queryable,
  { hash, renderer }: Pick<NoteRow, 'hash' | 'renderer'>,
): Promise<unknown> {
  const row = await q
    .selectFrom('vault.notes')
    .select('content')
    .where('hash', '=', hash)
    .where('renderer', '=', renderer)
    .executeTakeFirst()
  return row?.content
}

/** Keeps a rendered note. */
export async function saveNote(trx: Transaction, note: NoteRow) {
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
export async function markSitesChanged(q: Queryable, hashes: readonly string[]) {
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
  next: { renderer: number; longest: number; after: string; count: number },
) {
  const rows = await q
    .selectFrom('vault.files as file')
    .select('hash')
    .distinct()
    .where('hash', '>', next.after)
    .where('path', '~*', String.raw`\.(md|canvas|base)$`)
    .where('size', '<=', BigInt(next.longest))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('vault.notes as note')
            .select('note.hash')
            .whereRef('note.hash', '=', 'file.hash')
            .where('renderer', '=', next.renderer),
        ),
      ),
    )
    .orderBy('hash')
    .limit(next.count)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Forgets notes whose content no file has. */
export async function forgetNotes(q: Queryable, hashes: readonly string[]) {
  await q
    .deleteFrom('vault.notes')
    .where(sql<boolean>`hash = any(${hashes})`)
    .execute()
}

/** Forgets all notes whose content no file has. */
export async function forgetUnusedNotes(q: Queryable) {
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
    .select(['path', 'file.hash', 'title', 'aliases', 'language', 'permalink'])
    .select('modified_at as modifiedAt')
    .select(
      sql<string>`coalesce(written_on, (modified_at at time zone 'UTC')::date)::text`.as('date'),
    )
    .select(sql<number>`size::float8`.as('size'))
    .where('site_id', '=', siteId)
    .orderBy('path')
    .execute()
}

/** What the notes of a site say about themselves, by the hash of their content. */
export async function readProperties(
  q: Queryable,
  { siteId, renderer }: { siteId: string; renderer: number },
): Promise<{ hash: string; tags: string[]; properties: Record<string, string | string[]> }[]> {
  return q
    .selectFrom('vault.notes')
    .select(['hash', 'tags'])
    .select(
      sql<Record<string, string | string[]>>`coalesce(content -> 'properties', '{}')`.as(
        'properties',
      ),
    )
    .where('renderer', '=', renderer)
    .where('hash', 'in', eb =>
      eb.selectFrom('vault.files').select('hash').where('site_id', '=', siteId),
    )
    .execute()
}

const setOf = (hashes: string | null | undefined) => new Set(hashes?.split(' '))

/**
 * The contents, on any site, of notes with the lexemes of a tsquery, and whether their title or an alias has them.
 */
export async function findNotes(
  q: Queryable,
  { renderer, query }: { renderer: number; query: string },
): Promise<{ named: Set<string>; others: Set<string> }> {
  // Without the files: a join costs several times as much as to look the hashes up among those of a site. In two texts:
  // 10,000 rows would cost as much again as to find them.
  const { rows } = await sql<{ named: string | null; others: string | null }>`
    select string_agg(hash, ' ') filter (where named) as named,
        string_agg(hash, ' ') filter (where not named) as others
      from (
        select hash, names @@ ${query}::tsquery as named
          from vault.notes
          where search @@ ${query}::tsquery and renderer = ${renderer}
          order by named desc
          limit ${mostFound}
      ) as found`.execute(q)
  const [found] = rows
  return { named: setOf(found?.named), others: setOf(found?.others) }
}

/** These notes, those that a tsquery finds best first. */
export async function rankNotes(
  q: Queryable,
  { hashes, query }: { hashes: readonly string[]; query: string },
) {
  const rows = await q
    .selectFrom('vault.notes')
    .select('hash')
    .where(sql<boolean>`hash = any(${hashes})`)
    .orderBy(sql`names @@ ${query}::tsquery`, 'desc')
    .orderBy(sql`ts_rank(search, ${query}::tsquery)`, 'desc')
    .orderBy('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}

/** The words of notes, by hash. */
export async function readWords(q: Queryable, hashes: readonly string[]) {
  const rows = await q
    .selectFrom('vault.notes')
    .select('hash')
    .select(sql<string>`left(words, ${shownLength})`.as('words'))
    .where(sql<boolean>`hash = any(${hashes})`)
    .execute()
  return new Map(rows.map(({ hash, words }) => [hash, words]))
}
