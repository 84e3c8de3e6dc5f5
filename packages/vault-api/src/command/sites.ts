import { SlugTaken } from '../errors.ts'
import { columns } from './columns.ts'
import { connect, findSite, listSites } from './connect.ts'
import { withHint, type Call, type Outcome } from './invocation.ts'

/** `vault sites list` */
export async function showSites(call: Call): Promise<Outcome> {
  const { client } = await connect(call)
  const sites = await listSites(client, call.invocation.signal)
  return {
    data: { sites },
    lines: columns(sites.map(({ id, slug, host }) => [id, slug === '' ? '-' : slug, host])),
  }
}

/** `vault sites create [--slug NAME]` */
export async function createSite(call: Call<{ slug?: string }>): Promise<Outcome> {
  const { invocation, flags } = call
  const { signal } = invocation
  const { client } = await connect(call)
  if (flags.slug !== undefined) {
    const sites = await listSites(client, signal)
    const same = sites.find(({ slug }) => slug === flags.slug)
    if (same !== undefined)
      throw new SlugTaken(`The site ${same.id} of this account has this slug. None was made.`)
  }
  const site = await client.sites.create({ signal })
  if (flags.slug !== undefined) {
    try {
      await client.sites.setSlug(site, flags.slug, { signal })
    } catch (error) {
      throw withHint(
        error,
        `The site ${site.id} was made, but has no slug. Try another with: ` +
          `vault sites slug ${site.id} SLUG`,
      )
    }
  }
  const slug = flags.slug ?? site.slug
  return {
    data: { ...site, slug },
    lines: columns([[site.id, slug === '' ? '-' : slug, site.host]]),
  }
}

/** `vault sites slug SITE SLUG` */
export async function giveSlug(call: Call, name: string, slug: string): Promise<Outcome> {
  const { signal } = call.invocation
  const { client } = await connect(call)
  const site = await findSite(client, name, signal)
  await client.sites.setSlug(site, slug, { signal })
  return { data: { ...site, slug }, lines: columns([[site.id, slug, site.host]]) }
}
