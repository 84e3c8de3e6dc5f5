import { civilDateOrNull } from './civil-date.ts'
import type { Database, Queryable } from './connect.ts'
import { transaction } from './transaction.ts'

/** The household's publish site, as far as we know it. */
export interface Publication {
  /** The site that is ours; null before the first one. */
  site: { id: string; host: string; slug: string | null } | null
  /** Where people read it; null while nothing is there. */
  address: string | null
  /** Whether a site may be made: not when ours was deleted, before a person asks for another. */
  mayMake: boolean
  /** The sites that were there before we began to make ours; null while we are not about to. */
  sitesBefore: string[] | null
  /** When a person asked to take away what is published; null: nobody did. */
  removalAskedAt: Temporal.Instant | null
  /** The night that the published pages call tonight. */
  publishedOn: Temporal.PlainDate | null
  /** When the site was last found to agree with the plan. */
  publishedAt: Temporal.Instant | null
  /** The name in the address that a person asked for; null: nobody did. */
  slug: string | null
}

export async function readPublication(q: Queryable): Promise<Publication> {
  const row = await q.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
  const { site_id: id, site_host: host, site_slug: slug } = row
  return {
    site: id === null || host === null ? null : { id, host, slug },
    address: row.address,
    mayMake: row.may_make,
    sitesBefore: row.sites_before,
    removalAskedAt: row.removal_asked_at,
    publishedOn: civilDateOrNull(row.published_on),
    publishedAt: row.published_at,
    slug: row.slug,
  }
}

/** Writes what is given, and leaves the rest. */
export async function savePublication(q: Queryable, change: Partial<Publication>): Promise<void> {
  const { site, sitesBefore, removalAskedAt, publishedOn, publishedAt } = change
  await q
    .updateTable('publication')
    .set({
      site_id: site === null ? null : site?.id,
      site_host: site === null ? null : site?.host,
      site_slug: site === null ? null : site?.slug,
      address: change.address,
      may_make: change.mayMake,
      sites_before: sitesBefore && JSON.stringify(sitesBefore),
      removal_asked_at: removalAskedAt && removalAskedAt.toString(),
      published_on: publishedOn && publishedOn.toString(),
      published_at: publishedAt && publishedAt.toString(),
      slug: change.slug,
    })
    .execute()
}

/** For each path on the site the hashes that we put there, or were about to. */
export async function readPublishedFiles(q: Queryable): Promise<Map<string, string[]>> {
  const rows = await q.selectFrom('published_files').selectAll().orderBy('path').execute()
  const files = new Map<string, string[]>()
  for (const { path, hash } of rows) files.set(path, [...(files.get(path) ?? []), hash])
  return files
}

/** Puts this in the place of what was there, all or nothing. */
export async function savePublishedFiles(
  db: Database,
  files: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const rows = [...files].flatMap(([path, hashes]) => hashes.map(hash => ({ path, hash })))
  await transaction(db, async trx => {
    await trx.deleteFrom('published_files').execute()
    if (rows.length > 0) await trx.insertInto('published_files').values(rows).execute()
  })
}
