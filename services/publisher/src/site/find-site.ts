import { readPublication, savePublication, type Database } from '@night-routine/database'
import { NotFound, type PublishedFile, type Site, type VaultClient } from '@night-routine/vault-api'
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
    const files = await filesOf(finding, known)
    if (files !== null) return { site: known, files }
  }
  const site = await settle(finding)
  return { site, files: await client.files.list(site, { signal }) }
}

/** The files of our site where it still is; null where it is not. Takes nothing that could make one. */
export async function findFiles(finding: Finding, site: SiteAddress) {
  return filesOf(finding, site)
}

async function filesOf({ client, signal }: Finding, site: SiteAddress) {
  try {
    return await client.files.list(site, { signal })
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

async function settle({ db, client, slug, signal, check }: Finding): Promise<SiteAddress> {
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
  const { id, host } = site
  await savePublication(db, { site: { id, host, slug }, sitesBefore: null, mayMake: false })
  return site
}
