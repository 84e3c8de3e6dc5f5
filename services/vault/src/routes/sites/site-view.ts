import type { Site } from '@night-routine/database/vault'

/** A site as every known client reads it; without a slug `slug` is empty. */
export function siteView(
  site: Pick<Site, 'id' | 'slug' | 'options' | 'createdAt'> & { size: number },
  { host, owner }: { host: string; owner: string },
) {
  const { id, slug, options, createdAt, size } = site
  return { id, slug: slug ?? '', host, created: createdAt.epochMilliseconds, owner, size, options }
}
