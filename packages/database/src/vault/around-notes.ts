import { sql } from 'kysely'
import type { Queryable } from './schema.ts'

const mostMentions = 50_000

/** The links, in notes of any site, that have one of these keys: the note's content and the target as stored. */
export async function findMentions(
  q: Queryable,
  { renderer, keys }: { renderer: number; keys: readonly string[] },
): Promise<{ hash: string; target: string }[]> {
  // A join with a function would cost several times as much for a note that 10,000 others link to.
  const { rows } = await sql<{ hash: string; target: string }>`
    select hash, target
      from (
        select hash, unnest(link_keys) as key, unnest(links) as target
          from vault.notes
          where link_keys && ${keys}::text[] and renderer = ${renderer}
      ) as link
      where key = any (${keys}::text[])
      limit ${mostMentions}`.execute(q)
  return rows
}

/** The contents, on any site, of notes with a tag or one below it, and their tags as written; always in one order. */
export async function findTagged(
  q: Queryable,
  { renderer, key }: { renderer: number; key: string },
): Promise<{ hash: string; tags: string[] }[]> {
  return q
    .selectFrom('vault.notes')
    .select(['hash', 'tags'])
    .where('renderer', '=', renderer)
    .where(sql<boolean>`tag_keys @> ${[key]}::text[]`)
    .orderBy('hash')
    .limit(mostMentions)
    .execute()
}
