import { readPublication, savePublication, type Database } from '@night-routine/database'
import {
  NotFound,
  VaultError,
  type PublishedFile,
  type Site,
  type VaultClient,
} from '@night-routine/vault-api'
import { PublishTrouble } from '../failure.ts'
import { chooseSite } from './choose-site.ts'

type SiteAddress = Pick<Site, 'id' | 'host'>

interface Finding {
  db: Database
  client: Pick<VaultClient, 'sites' | 'files'>
  slug: string
  signal: AbortSignal
  /** Throws when this run may not go on. */
  check: () => void
}

/** Our site with its files: the one we know, asked at once, or else found, named or made. */
export async function findSite(
  finding: Finding,
): Promise<{ site: SiteAddress; files: PublishedFile[] }> {
  const { db, client, slug, signal } = finding
  const { site: known } = await readPublication(db)
  if (known?.slug === slug) {
    const found = await findFiles(finding, known)
    if (found !== null) return found
  }
  const site = await settle(finding)
  return { site, files: await client.files.list(site, { signal }) }
}

/**
 * Our site with its files where it still is; null where it is not. Takes nothing that could make one.
 * A host can move: where the stored one does not answer, the list of sites says where the site is now.
 */
export async function findFiles(
  finding: Omit<Finding, 'slug'>,
  known: SiteAddress,
): Promise<{ site: SiteAddress; files: PublishedFile[] } | null> {
  try {
    const files = await filesOf(finding, known)
    return files && { site: known, files }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    const site = await movedSite(finding, known)
    if (site === null) throw error
    const files = await filesOf(finding, site)
    return files && { site, files }
  }
}

/** The site at another host than the known one; null where the list names no other. */
async function movedSite({ db, client, signal }: Omit<Finding, 'slug'>, known: SiteAddress) {
  const { sites } = await client.sites.list({ signal })
  const listed = sites.find(({ id }) => id === known.id)
  if (listed === undefined || listed.host === known.host) return null
  const site = { id: listed.id, host: listed.host, slug: listed.slug }
  await savePublication(db, { site })
  return site
}

async function filesOf({ client, signal }: Pick<Finding, 'client' | 'signal'>, site: SiteAddress) {
  try {
    return await client.files.list(site, { signal })
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

async function settle(finding: Finding): Promise<SiteAddress> {
  const { db, client, slug, signal, check } = finding
  const { sites } = await client.sites.list({ signal })
  const choice = chooseSite(sites, { slug, publication: await readPublication(db) })
  if (choice.kind === 'gone') throw new PublishTrouble('site-gone')
  check()
  let site: Site
  if (choice.kind === 'make') {
    // Whoever is killed between making a site and keeping its id knows by this which one it was.
    await savePublication(db, { sitesBefore: sites.map(({ id }) => id) })
    site = await client.sites.create({ signal })
  } else {
    site = choice.site
  }
  if (site.slug !== slug) await client.sites.setSlug(site, slug, { signal })
  await nameForReaders(finding, site)
  const { id, host } = site
  await savePublication(db, { site: { id, host, slug }, sitesBefore: null, mayMake: false })
  return site
}

/** Pages would be headed by the name in the address. A host that knows no names of sites is fine as well. */
async function nameForReaders({ client, signal }: Finding, site: Site): Promise<void> {
  try {
    await client.sites.setOptions(site, { siteName: 'Night Routine' }, { signal })
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
  }
}
