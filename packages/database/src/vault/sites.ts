import { sql } from 'kysely'
import { transaction } from '../transaction.ts'
import type { VaultDatabase, VaultQueryable } from './schema.ts'
import { lockAccount } from './vaults.ts'

/** A publish site. */
export interface Site {
  id: string
  accountId: string
  slug: string | null
  options: Record<string, unknown>
  /** What readers' password is checked against; null where anybody may read the site. */
  passwordHash: string | null
  /** Increases whenever a file of the site changes. */
  revision: bigint
  createdAt: Temporal.Instant
}

const columns = [
  'id',
  'account_id as accountId',
  'slug',
  'options',
  'password_hash as passwordHash',
  'revision',
  'created_at as createdAt',
] as const

/** Makes a site without a slug, unless the account has `limit` of them. @returns whether it was made */
export async function createSite(
  db: VaultDatabase,
  {
    id,
    accountId,
    now,
    limit,
  }: { id: string; accountId: string; now: Temporal.Instant; limit: number },
): Promise<boolean> {
  return transaction(db, async trx => {
    await lockAccount(trx, accountId)
    const { count } = await trx
      .selectFrom('vault.sites')
      .select(eb => eb.fn.countAll<bigint>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= limit) return false
    await trx
      .insertInto('vault.sites')
      .values({ id, account_id: accountId, created_at: now })
      .execute()
    return true
  })
}

/** The sites of an account with their bytes, oldest first. */
export async function readSites(
  q: VaultQueryable,
  accountId: string,
): Promise<(Site & { size: bigint })[]> {
  return q
    .selectFrom('vault.sites as site')
    .select(columns)
    .select(
      sql<bigint>`coalesce((select sum(size) from vault.files where site_id = site.id), 0)::bigint`.as(
        'size',
      ),
    )
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A site by its id, if it is this account's. */
export async function findSite(
  q: VaultQueryable,
  accountId: string,
  id: string,
): Promise<Site | undefined> {
  return q
    .selectFrom('vault.sites')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The site that is published under a slug. */
export async function findSiteBySlug(q: VaultQueryable, slug: string): Promise<Site | undefined> {
  return q.selectFrom('vault.sites').select(columns).where('slug', '=', slug).executeTakeFirst()
}

/** Gives a site its slug. @returns false when another site has it */
export async function saveSlug(q: VaultQueryable, id: string, slug: string): Promise<boolean> {
  try {
    await q.updateTable('vault.sites').set({ slug }).where('id', '=', id).execute()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') return false
    throw error
  }
}

/** The slugs of those of the sites that are this account's, by id. */
export async function readSlugs(
  q: VaultQueryable,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await q
    .selectFrom('vault.sites')
    .select(['id', 'slug'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Changes some options of a site, and leaves the others. @returns all of them */
export async function mergeOptions(
  q: VaultQueryable,
  id: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { options: merged } = await q
    .updateTable('vault.sites')
    .set({ options: sql`options || ${JSON.stringify(options)}::jsonb` })
    .where('id', '=', id)
    .returning('options')
    .executeTakeFirstOrThrow()
  return merged
}

/** Asks readers of a site for a password from now on; null: no more. */
export async function saveSitePassword(
  q: VaultQueryable,
  id: string,
  passwordHash: string | null,
): Promise<void> {
  await q
    .updateTable('vault.sites')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute()
}
