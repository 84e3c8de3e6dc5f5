import { sql } from 'kysely'
import type { VaultQueryable, VaultTransaction } from './connect.ts'

/** A published file; its bytes are on disk under their hash. */
export interface PublishedFile {
  path: string
  /** SHA-256 in small hex digits. */
  hash: string
  size: number
  createdAt: Temporal.Instant
  modifiedAt: Temporal.Instant
}

const columns = [
  'path',
  'hash',
  'size',
  'created_at as createdAt',
  'modified_at as modifiedAt',
] as const

type Row = Omit<PublishedFile, 'size'> & { size: bigint }

const fromRow = (row: Row): PublishedFile => ({ ...row, size: Number(row.size) })

/** The files of a site, by path. */
export async function readFiles(q: VaultQueryable, siteId: string): Promise<PublishedFile[]> {
  const rows = await q
    .selectFrom('vault.files')
    .select(columns)
    .where('site_id', '=', siteId)
    .orderBy('path')
    .execute()
  return rows.map(fromRow)
}

/** The first of these paths that the site has, however their accents are encoded. */
export async function findFile(
  q: VaultQueryable,
  siteId: string,
  paths: readonly string[],
): Promise<PublishedFile | undefined> {
  const composed = paths.map(path => path.normalize('NFC'))
  const row = await q
    .selectFrom('vault.files')
    .select(columns)
    .where('site_id', '=', siteId)
    .where(sql<string>`normalize(path, NFC)`, 'in', composed)
    .orderBy(sql`array_position(${composed}::text[], normalize(path, NFC))`)
    .orderBy(sql`path <> all (${paths}::text[])`)
    .executeTakeFirst()
  return row && fromRow(row)
}

/**
 * Locks a site against other writers until the transaction ends.
 * @returns its bytes without the file at `path`, or undefined when the site is gone
 */
export async function lockSite(
  trx: VaultTransaction,
  siteId: string,
  path: string,
): Promise<number | undefined> {
  const site = await trx
    .selectFrom('vault.sites')
    .select('id')
    .where('id', '=', siteId)
    .forUpdate()
    .executeTakeFirst()
  return site && readUsage(trx, siteId, path)
}

/** The bytes of a site without the file at `path`. */
export async function readUsage(q: VaultQueryable, siteId: string, path: string): Promise<number> {
  const { bytes } = await q
    .selectFrom('vault.files')
    .select(sql<bigint>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .where('site_id', '=', siteId)
    .where('path', '<>', path)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Puts a file at its path, in place of the one that was there. @returns the hash of that one */
export async function saveFile(
  trx: VaultTransaction,
  siteId: string,
  { path, hash, size }: Pick<PublishedFile, 'path' | 'hash' | 'size'>,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const before = await trx
    .selectFrom('vault.files')
    .select('hash')
    .where('site_id', '=', siteId)
    .where('path', '=', path)
    .executeTakeFirst()
  const at = now.toString()
  const content = { hash, size: BigInt(size), modified_at: at }
  await trx
    .insertInto('vault.files')
    .values({ site_id: siteId, path, created_at: at, ...content })
    .onConflict(conflict => conflict.columns(['site_id', 'path']).doUpdateSet(content))
    .execute()
  return before?.hash
}

/** Takes a file away. @returns its hash, or undefined when there was none */
export async function removeFile(
  q: VaultQueryable,
  siteId: string,
  path: string,
): Promise<string | undefined> {
  const removed = await q
    .deleteFrom('vault.files')
    .where('site_id', '=', siteId)
    .where('path', '=', path)
    .returning('hash')
    .executeTakeFirst()
  return removed?.hash
}

/**
 * Until the transaction ends nobody else puts this content in its place or takes it away, in
 * whatever process.
 */
export async function lockContent(trx: VaultTransaction, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 20261121))`.execute(trx)
}

/** Which of these contents belong to a file. */
export async function readUsedHashes(
  q: VaultQueryable,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await q
    .selectFrom('vault.files')
    .select('hash')
    .distinct()
    .where('hash', 'in', hashes)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}
