import type { Site } from '@night-routine/database/vault'
import { Type, type Static } from 'typebox'

/** A site in an answer. `created` is in milliseconds since 1970, `size` in bytes. */
export const SiteView = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  host: Type.String(),
  created: Type.Integer(),
  owner: Type.String(),
  size: Type.Integer(),
  options: Type.Record(Type.String(), Type.Unknown()),
})

/** A site as every known client reads it; without a slug `slug` is empty. */
export function siteView(
  site: Pick<Site, 'id' | 'slug' | 'options' | 'createdAt'> & { size: number },
  { host, owner }: { host: string; owner: string },
): Static<typeof SiteView> {
  const { id, slug, options, createdAt, size } = site
  return { id, slug: slug ?? '', host, created: createdAt.epochMilliseconds, owner, size, options }
}
