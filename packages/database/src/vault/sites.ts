import { sql } from 'kysely'
import { transaction } from '../connection/transaction.ts'
import type { Queryable, VaultDatabase } from './schema.ts'
import { isBelowLimit } from './vaults.ts'

/** A publish site. */
export interface Site {
  id: string
  accountId: string
  slug: string | null
  options: Record<string, unknown>
  /** Of the password that readers need; null for a public site. */
  passwordHash: string | null
  /** Increases whenever a file of the site changes. */
  revision: bigint
  createdAt: Temporal.Instant
}

const sites = (q: Queryable) =>
  q
    .selectFrom('vault.sites as site')
    .select(['id', 'account_id as accountId', 'slug', 'options', 'revision'])
    .select(['password_hash as passwordHash', 'created_at as createdAt'])

/** Makes a site without a slug, unless the account has `limit` of them. @returns whether it was made */
export async function createSite(
  db: VaultDatabase,
  site: { id: string; accountId: string; now: Temporal.Instant; limit: number },
): Promise<boolean> {
  const row = { id: site.id, account_id: site.accountId, created_at: site.now }
  return transaction(db, async trx => {
    if (!(await isBelowLimit(trx, 'vault.sites', site))) return false
    await trx.insertInto('vault.sites').values(row).execute()
    return true
  })
}

/** The sites of an account with their bytes, oldest first. */
export async function readSites(q: Queryable, accountId: string) {
  const size = sql<bigint>`
    coalesce((select sum(size) from vault.files where site_id = site.id), 0)::bigint`
  return sites(q)
    .select(size.as('size'))
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A site by its id, if it is this account's. */
export async function findSite(q: Queryable, accountId: string, id: string) {
  return sites(q).where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()
}

/** Deletes a site of this account with its files. @returns their hashes; undefined if there is no such site */
export async function deleteSite(db: VaultDatabase, accountId: string, id: string) {
  return transaction(db, async trx => {
    // Waits for uploads to the site, and keeps new ones out.
    const site = await sites(trx)
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (site === undefined) return undefined
    const files = await trx
      .deleteFrom('vault.files')
      .where('site_id', '=', id)
      .returning('hash')
      .execute()
    await trx.deleteFrom('vault.sites').where('id', '=', id).execute()
    return [...new Set(files.map(({ hash }) => hash))]
  })
}

/** The sites that are published under a slug, by it. */
export async function readPublishedSites(q: Queryable): Promise<Site[]> {
  return sites(q).where('slug', 'is not', null).orderBy('slug').execute()
}

/** The site that is published under a slug. */
export async function findSiteBySlug(q: Queryable, slug: string): Promise<Site | undefined> {
  return sites(q).where('slug', '=', slug).executeTakeFirst()
}

/** Gives a site its slug. @returns false when another site has it */
export async function saveSlug(q: Queryable, id: string, slug: string): Promise<boolean> {
  try {
    await changed(q, id).set({ slug }).execute()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') return false
    throw error
  }
}

/** The slugs of the sites with these ids, by id; without sites of other accounts. */
export async function readSlugs(q: Queryable, accountId: string, ids: readonly string[]) {
  const rows = await q
    .selectFrom('vault.sites')
    .select(['id', 'slug'])
    .where(sql<boolean>`id = any(${ids})`)
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Changes some options of a site, and leaves the others. @returns all of them */
export async function mergeOptions(
  q: Queryable,
  id: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { options: merged } = await changed(q, id)
    .set({ options: sql`options || ${options}::jsonb` })
    .returning('options')
    .executeTakeFirstOrThrow()
  return merged
}

/** Sets the password that readers of a site need; null: none. */
export async function saveSitePassword(q: Queryable, id: string, passwordHash: string | null) {
  await changed(q, id).set({ password_hash: passwordHash }).execute()
}

function changed(q: Queryable, id: string) {
  return q.updateTable('vault.sites').where('id', '=', id)
}
