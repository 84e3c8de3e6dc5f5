import { hash } from 'node:crypto'
import type { Database } from '@night-routine/database/connection'
import { readPublication, savePublication, type Publication } from '@night-routine/database/site'
import {
  NotFound,
  VaultError,
  type PublishedFile,
  type Site,
  type SiteOptions,
  type VaultClient,
} from '@night-routine/vault-api'
import { PublishFailure } from '../failure.ts'

export type SiteAddress = Pick<Site, 'id' | 'host'>

/** A site with the files on it. */
export interface FoundSite {
  site: SiteAddress
  files: PublishedFile[]
}

interface Host {
  db: Database
  client: Pick<VaultClient, 'sites' | 'files'>
  signal: AbortSignal
  /** Throws when this run has to stop. */
  check: () => void
}

/** The site's name in its address: requested, set, current, or a hash by which a run finds the site of a killed one. */
export function siteSlug(
  { slug, site }: Pick<Publication, 'slug' | 'site'>,
  { wanted, installation }: { wanted: string | undefined; installation: string },
): string {
  return slug ?? wanted ?? site?.slug ?? hash('sha256', `site ${installation}`).slice(0, 32)
}

/** What to do: use a site, rename and use it, create one, or wait for a parent. */
export type SiteChoice = { kind: 'use' | 'name'; site: Site } | { kind: 'make' } | { kind: 'gone' }

/**
 * Our site has the stored id, else our name, else it is an unnamed one that a killed run created before it stored the
 * id. A deleted site is recreated only when a parent asks for it, because someone deleted it on purpose.
 */
export function chooseSite(
  sites: readonly Site[],
  { slug, publication }: { slug: string; publication: Publication },
): SiteChoice {
  const { site: known, previousSites, mayCreateSite } = publication
  const orphaned = (site: Site) =>
    site.slug === '' && previousSites !== null && !previousSites.includes(site.id)
  const found =
    sites.find(({ id }) => id === known?.id) ??
    sites.find(site => site.slug === slug) ??
    sites.find(orphaned)
  if (found !== undefined) return { kind: found.slug === slug ? 'use' : 'name', site: found }
  return { kind: mayCreateSite ? 'make' : 'gone' }
}

/** Our site with its files: the stored one, or one that is found, renamed or created. */
export async function findSite(host: Host, slug: string): Promise<FoundSite> {
  const { site: known } = await readPublication(host.db)
  const found = known?.slug === slug ? await findFiles(host, known) : null
  if (found !== null) return found
  const site = await settle(host, slug)
  return { site, files: await host.client.files.list(site, { signal: host.signal }) }
}

/** Our site with its files; null if it is gone. If the stored host does not answer, the list of sites has another. */
export async function findFiles(host: Host, known: SiteAddress): Promise<FoundSite | null> {
  try {
    return await filesOf(host, known)
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    const { sites } = await host.client.sites.list({ signal: host.signal })
    const moved = sites.find(({ id }) => id === known.id)
    if (moved === undefined || moved.host === known.host) throw error
    const site = { id: moved.id, host: moved.host, slug: moved.slug }
    await savePublication(host.db, { site })
    return filesOf(host, site)
  }
}

async function filesOf({ client, signal }: Host, site: SiteAddress): Promise<FoundSite | null> {
  try {
    return { site, files: await client.files.list(site, { signal }) }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

async function settle({ db, client, signal, check }: Host, slug: string): Promise<SiteAddress> {
  const { sites } = await client.sites.list({ signal })
  const choice = chooseSite(sites, { slug, publication: await readPublication(db) })
  if (choice.kind === 'gone') throw new PublishFailure('site-gone')
  check()
  // If this run is killed before it stores the new id, the next run finds the site by this list.
  if (choice.kind === 'make')
    await savePublication(db, { previousSites: sites.map(({ id }) => id) })
  const site = choice.kind === 'make' ? await client.sites.create({ signal }) : choice.site
  if (site.slug !== slug) await client.sites.setSlug(site, slug, { signal })
  // Without this name pages show the one from the address.
  await askForOptions({ client, signal }, site, { siteName: 'Night Routine' })
  const { id, host } = site
  await savePublication(db, { site: { id, host, slug }, previousSites: null, mayCreateSite: false })
  return site
}

/** Sets options of a site. A host that does not support them is fine. */
export async function askForOptions(
  { client, signal }: Pick<Host, 'client' | 'signal'>,
  site: SiteAddress,
  options: SiteOptions,
): Promise<void> {
  await client.sites.setOptions(site, options, { signal }).catch((error: unknown) => {
    if (!(error instanceof VaultError)) throw error
  })
}
