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
  /** Throws when this run has to stop. */
  check: () => void
}

/** Our site with its files: the stored one, or one that is found, renamed or created. */
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
 * Our site with its files; null if it no longer exists. Never creates one. A site can move to another
 * host: if the stored host does not answer, the list of sites has the new one.
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

/** The site at its new host; null if the list names no other host. */
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
    // If this run is killed before it stores the new id, the next run finds the site by this list.
    await savePublication(db, { previousSites: sites.map(({ id }) => id) })
    site = await client.sites.create({ signal })
  } else {
    site = choice.site
  }
  if (site.slug !== slug) await client.sites.setSlug(site, slug, { signal })
  await nameForReaders(finding, site)
  const { id, host } = site
  await savePublication(db, { site: { id, host, slug }, previousSites: null, mayCreateSite: false })
  return site
}

/** Without this name pages show the one from the address. Hosts that do not support it are fine. */
async function nameForReaders({ client, signal }: Finding, site: Site): Promise<void> {
  try {
    await client.sites.setOptions(site, { siteName: 'Night Routine' }, { signal })
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
  }
}
