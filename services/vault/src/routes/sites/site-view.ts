import type { Site } from '@night-routine/database/vault'
import { Type, type Static } from 'typebox'
import type { SiteAddresses } from '../../site-host.ts'

/** A site in a response. `created` is in milliseconds since 1970, `size` in bytes. */
export const SiteView = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  host: Type.String(),
  created: Type.Integer(),
  owner: Type.String(),
  size: Type.Integer(),
  options: Type.Record(Type.String(), Type.Unknown()),
  url: Type.String(),
})

/** A site with the fields of every known client. Without a slug, `slug` and the public `url` are empty. */
export function siteView(
  site: Pick<Site, 'id' | 'slug' | 'options' | 'createdAt'> & { size: number },
  { host, readAt }: Pick<SiteAddresses, 'host' | 'readAt'>,
  owner: string,
): Static<typeof SiteView> {
  const { id, slug, options, createdAt, size } = site
  const url = slug === null ? '' : `${readAt}${slug}/`
  const created = createdAt.epochMilliseconds
  return { id, slug: slug ?? '', host, created, owner, size, options, url }
}
