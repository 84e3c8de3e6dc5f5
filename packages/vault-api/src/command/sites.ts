import { SlugTaken } from '../errors.ts'
import type { Site } from '../endpoints/sites.ts'
import { connect, connectToSite, listSites } from './connect.ts'
import { withHint, type Call, type Outcome } from './invocation.ts'
import { columns } from './terminal.ts'

/** `vault sites list` */
export async function showSites(call: Call): Promise<Outcome> {
  const { client, signal } = await connect(call)
  const sites = await listSites(client, signal)
  return { data: { sites }, lines: columns(sites.map(row)) }
}

/** `vault sites create [--slug NAME]` */
export async function createSite(call: Call<{ slug?: string }>): Promise<Outcome> {
  const { slug } = call.flags
  const { client, signal } = await connect(call)
  if (slug !== undefined) {
    const sites = await listSites(client, signal)
    const same = sites.find(site => site.slug === slug)
    if (same !== undefined)
      throw new SlugTaken(`The site ${same.id} of this account has this slug. None was made.`)
  }
  const site = await client.sites.create({ signal })
  if (slug === undefined) return outcomeOf(site)
  try {
    await client.sites.setSlug(site, slug, { signal })
  } catch (error) {
    throw withHint(
      error,
      `The site ${site.id} was made, but has no slug. Try another with: ` +
        `vault sites slug ${site.id} SLUG`,
    )
  }
  return outcomeOf({ ...site, slug })
}

/** `vault sites slug SITE SLUG` */
export async function giveSlug(call: Call, name: string, slug: string): Promise<Outcome> {
  const { client, site, signal } = await connectToSite(call, name)
  await client.sites.setSlug(site, slug, { signal })
  return outcomeOf({ ...site, slug })
}

function outcomeOf(site: Site): Outcome {
  return { data: site, lines: columns([row(site)]) }
}

function row({ id, slug, host }: Site): string[] {
  return [id, slug === '' ? '-' : slug, host]
}
