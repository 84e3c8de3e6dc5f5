import type { Database, Queryable } from '../connection/connect.ts'
import { seal, unsealIfKeyed, type TokenKeys, type unreadable } from '../connection/sealed.ts'
import { transaction } from '../connection/transaction.ts'

/** What we know about the household's publish site. */
export interface Publication {
  /** The site that is ours; null before the first one. */
  site: { id: string; host: string; slug: string | null } | null
  /** Where people read it; null while nothing is there. */
  address: string | null
  /** Whether a site may be made: not when ours was deleted, before a person asks for another. */
  mayCreateSite: boolean
  /** The sites that existed before we started to create ours; null otherwise. */
  previousSites: string[] | null
  /** When a person asked to unpublish everything; null if not. */
  removalRequestedAt: Temporal.Instant | null
  /** The night that the published pages call tonight. */
  publishedOn: Temporal.PlainDate | null
  /** When the site was last found to agree with the plan. */
  publishedAt: Temporal.Instant | null
  /** The slug that a person asked for; null if none did. */
  slug: string | null
  /** Whether readers need a password. */
  readonly hasPassword: boolean
  /** Whether we may have given the host a password of our site that it still has. */
  passwordAtHost: boolean
}

export async function readPublication(q: Queryable): Promise<Publication> {
  const row = await q.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
  const { site_id: id, site_host: host, site_slug: slug } = row
  return {
    site: id === null || host === null ? null : { id, host, slug },
    address: row.address,
    mayCreateSite: row.may_create_site,
    previousSites: row.previous_sites,
    removalRequestedAt: row.removal_requested_at,
    publishedOn: row.published_on,
    publishedAt: row.published_at,
    slug: row.slug,
    hasPassword: row.password !== null,
    passwordAtHost: row.password_at_host,
  }
}

/** Writes what is given, and leaves the rest. */
export async function savePublication(
  q: Queryable,
  change: Partial<Omit<Publication, 'hasPassword'>>,
) {
  const { site, previousSites } = change
  await q
    .updateTable('publication')
    .set({
      ...(site !== undefined && {
        site_id: site?.id ?? null,
        site_host: site?.host ?? null,
        site_slug: site?.slug ?? null,
      }),
      address: change.address,
      may_create_site: change.mayCreateSite,
      previous_sites: previousSites && JSON.stringify(previousSites),
      removal_requested_at: change.removalRequestedAt,
      published_on: change.publishedOn,
      published_at: change.publishedAt,
      slug: change.slug,
      password_at_host: change.passwordAtHost,
    })
    .execute()
}

const passwordData = 'publication.1.password'

/** The password that readers of the site need; null: none, unreadable: the key that sealed it is gone. */
export async function readPublishedPassword(
  q: Queryable,
  keys: TokenKeys,
): Promise<string | null | typeof unreadable> {
  const { password } = await q
    .selectFrom('publication')
    .select('password')
    .executeTakeFirstOrThrow()
  return password === null ? null : unsealIfKeyed(keys, passwordData, password)
}

/** Keeps the password that readers of the site need, sealed; null: none. */
export async function savePublishedPassword(
  q: Queryable,
  keys: TokenKeys,
  password: string | null,
) {
  const sealed = password === null ? null : seal(keys, passwordData, password)
  await q.updateTable('publication').set({ password: sealed }).execute()
}

/** For each path on the site the hashes that we put there, or were about to. */
export async function readPublishedFiles(q: Queryable): Promise<Map<string, string[]>> {
  const rows = await q.selectFrom('published_files').selectAll().orderBy('path').execute()
  const files = new Map<string, string[]>()
  for (const { path, hash } of rows) files.set(path, [...(files.get(path) ?? []), hash])
  return files
}

/** Replaces what was there, all or nothing. */
export async function savePublishedFiles(
  db: Database,
  files: ReadonlyMap<string, readonly string[]>,
) {
  const rows = [...files].flatMap(([path, hashes]) => hashes.map(hash => ({ path, hash })))
  await transaction(db, async trx => {
    await trx.deleteFrom('published_files').execute()
    if (rows.length > 0) await trx.insertInto('published_files').values(rows).execute()
  })
}
