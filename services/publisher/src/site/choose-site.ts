import { hash } from 'node:crypto'
import type { Publication } from '@night-routine/database'
import type { Site } from '@night-routine/vault-api'

/**
 * The site's name in its address: the one a parent requested, the one from the settings, the current
 * one, or a hash of the installation's random id. The hash lets a run find the site of a killed run.
 */
export function siteSlug(
  { slug, site }: Pick<Publication, 'slug' | 'site'>,
  { wanted, installation }: { wanted: string | undefined; installation: string },
): string {
  return slug ?? wanted ?? site?.slug ?? hash('sha256', `site ${installation}`).slice(0, 32)
}

/** What to do: use a site, rename and use it, create one, or wait for a parent. */
export type SiteChoice =
  { kind: 'use'; site: Site } | { kind: 'name'; site: Site } | { kind: 'make' } | { kind: 'gone' }

/**
 * Our site is the one with the stored id, else the one with our name, else an unnamed one that a killed
 * run created before it could store the id. A deleted site is recreated only when a parent asks for it,
 * because someone deleted it on purpose.
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
