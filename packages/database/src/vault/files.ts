import { sql } from 'kysely'
import type { Queryable, Transaction } from './schema.ts'

/** A published file; its bytes are on disk under their hash. */
export interface PublishedFile {
  path: string
  /** SHA-256 in small hex digits. */
  hash: string
  size: number
  createdAt: Temporal.Instant
  modifiedAt: Temporal.Instant
}

const files = (q: Queryable) =>
  q
    .selectFrom('vault.files')
    .select(['path', 'hash', 'created_at as createdAt', 'modified_at as modifiedAt'])
    .select(sql<number>`size::float8`.as('size'))

/** The files of a site, by path. */
export async function readFiles(q: Queryable, siteId: string): Promise<PublishedFile[]> {
  return files(q).where('site_id', '=', siteId).orderBy('path').execute()
}

/** The first of these paths that the site has, however their accents are encoded. */
export async function findFile(q: Queryable, siteId: string, paths: readonly string[]) {
  const composed = paths.map(path => path.normalize('NFC'))
  return files(q)
    .where('site_id', '=', siteId)
    .where(sql<string>`normalize(path, NFC)`, 'in', composed)
    .orderBy(sql`array_position(${composed}::text[], normalize(path, NFC))`)
    .orderBy(sql`path <> all (${paths}::text[])`)
    .executeTakeFirst()
}

/**
 * Locks a site against other writers until the transaction ends, and increases its revision.
 * @returns the bytes of all its files, and those of them that are at `paths`; undefined when the site is gone
 */
export async function lockSite(trx: Transaction, siteId: string, paths: readonly string[]) {
  if (!(await bumpRevision(trx, siteId))) return undefined
  // Separate statements: the one that locks sees the site as it was before it waited.
  const { bytes } = await trx
    .selectFrom('vault.files')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  const replaced = await files(trx)
    .where('site_id', '=', siteId)
    .where('path', 'in', paths)
    .execute()
  return { bytes, replaced }
}

/** The bytes of a site without the file at `path`. */
export async function readUsage(q: Queryable, siteId: string, path: string): Promise<number> {
  const { bytes } = await q
    .selectFrom('vault.files')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where('site_id', '=', siteId)
    .where('path', '<>', path)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Puts files at their paths, in place of those that were there. The site has to be locked, the paths differ. */
export async function saveFiles(
  trx: Transaction,
  siteId: string,
  saved: readonly Pick<PublishedFile, 'path' | 'hash' | 'size'>[],
  now: Temporal.Instant,
) {
  if (saved.length === 0) return
  const rows = saved.map(({ path, hash, size }) => ({
    site_id: siteId,
    path,
    hash,
    size: BigInt(size),
    created_at: now,
    modified_at: now,
  }))
  await trx
    .insertInto('vault.files')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['site_id', 'path']).doUpdateSet(eb => ({
        hash: eb.ref('excluded.hash'),
        size: eb.ref('excluded.size'),
        modified_at: eb.ref('excluded.modified_at'),
      })),
    )
    .execute()
}

/** A site remembers so many old paths. */
const mostMoved = 10_000

/** The address of a file that goes leads to the same content at another path: that is how a client moves a file. */
async function rememberMove(trx: Transaction, siteId: string, path: string) {
  const there = await trx
    .selectFrom('vault.files as gone')
    .innerJoin('vault.files as there', join =>
      join.onRef('there.site_id', '=', 'gone.site_id').onRef('there.hash', '=', 'gone.hash'),
    )
    .select('there.path')
    .where('gone.site_id', '=', siteId)
    .where('gone.path', '=', path)
    // Empty files are equal without being the same.
    .where('gone.size', '>', 0n)
    .where('there.path', '<>', path)
    .orderBy('there.path')
    .executeTakeFirst()
  if (there === undefined) return
  await trx
    .updateTable('vault.moved_files')
    .set({ target: there.path })
    .where('site_id', '=', siteId)
    .where('target', '=', path)
    .execute()
  await sql`
    insert into vault.moved_files (site_id, path, target)
      select ${siteId}, ${path}, ${there.path}
        where (select count(*) from vault.moved_files where site_id = ${siteId}) < ${mostMoved}
      on conflict (site_id, path) do update set target = excluded.target`.execute(trx)
}

/** Where a file that was at one of these paths is now, if it moved. */
export async function findMoved(q: Queryable, siteId: string, paths: readonly string[]) {
  const moved = await q
    .selectFrom('vault.moved_files')
    .select('target')
    .where('site_id', '=', siteId)
    .where('path', 'in', paths)
    .orderBy('path')
    .executeTakeFirst()
  return moved?.target
}

/** Takes a file away. @returns its hash, or undefined when there was none */
export async function removeFile(trx: Transaction, siteId: string, path: string) {
  await bumpRevision(trx, siteId)
  await rememberMove(trx, siteId, path)
  const removed = await trx
    .deleteFrom('vault.files')
    .where('site_id', '=', siteId)
    .where('path', '=', path)
    .returning('hash')
    .executeTakeFirst()
  return removed?.hash
}

/** Pages of the site made so far are stale when the transaction commits. @returns false when the site is gone */
async function bumpRevision(trx: Transaction, siteId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vault.sites')
    .set(eb => ({ revision: eb('revision', '+', 1n) }))
    .where('id', '=', siteId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Until the transaction ends, no other process stores or removes these contents. */
export async function lockContents(trx: Transaction, hashes: readonly string[]) {
  // In one order, so that two that lock several never wait for each other.
  await sql`
    select pg_advisory_xact_lock(key)
      from (
        select distinct hashtextextended(hash, 20261121) as key
          from unnest(${hashes}::text[]) as hash order by key
      ) as keys`.execute(trx)
}

/** Which of these contents belong to a file. */
export async function readUsedHashes(q: Queryable, hashes: readonly string[]) {
  const rows = await q
    .selectFrom('vault.files')
    .select('hash')
    .distinct()
    .where(sql<boolean>`hash = any(${hashes})`)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}
