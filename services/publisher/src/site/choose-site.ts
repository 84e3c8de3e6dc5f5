import { hash } from 'node:crypto'
import type { Publication } from '@night-routine/database'
import type { Site } from '@night-routine/vault-api'

/**
 * The name of our site in its address: the one that a person asked for, the one of the settings, the one
 * that it has, or one that nobody can guess. That one is made of the installation's random id, so that a
 * run that was killed finds it again.
 */
export function siteSlug(
  { slug, site }: Pick<Publication, 'slug' | 'site'>,
  { wanted, installation }: { wanted: string | undefined; installation: string },
): string {
  return slug ?? wanted ?? site?.slug ?? hash('sha256', `site ${installation}`).slice(0, 32)
}

/** What to do for a site: use one, use one once it has our name, make one, or nothing without a person. */
export type SiteChoice =
  { kind: 'use'; site: Site } | { kind: 'name'; site: Site } | { kind: 'make' } | { kind: 'gone' }

/**
 * Ours is the site we know, else the one of our name, else one without a name that came up while we were
 * making ours and did not live to keep its id. A site that was deleted is not made anew unless a person
 * asks for it: somebody wanted it gone.
 */
export function chooseSite(
  sites: readonly Site[],
  { slug, publication }: { slug: string; publication: Publication },
): SiteChoice {
  const { site: known, sitesBefore, mayMake } = publication
  const begun = (site: Site) =>
    site.slug === '' && sitesBefore !== null && !sitesBefore.includes(site.id)
  const found =
    sites.find(({ id }) => id === known?.id) ??
    sites.find(site => site.slug === slug) ??
    sites.find(begun)
  if (found !== undefined) return { kind: found.slug === slug ? 'use' : 'name', site: found }
  return { kind: mayMake ? 'make' : 'gone' }
}
