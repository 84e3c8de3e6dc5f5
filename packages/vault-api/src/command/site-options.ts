import type { ReadSiteOptions, Site, SiteOptions } from '../endpoints/sites.ts'
import { connectToSite } from './connect.ts'
import { UsageError, type Call, type Outcome } from './invocation.ts'
import { askPassword, columns } from './terminal.ts'

interface OptionFlags {
  readonly title?: string
  readonly home?: string
  readonly index?: boolean
  readonly password?: boolean
  readonly passwordStdin?: boolean
}

/** `vault sites options SITE`: shows what readers see of a site; with flags, changes it first. */
export async function siteOptions(call: Call<OptionFlags>, name: string): Promise<Outcome> {
  const { title, home, index } = call.flags
  const { client, site, signal } = await connectToSite(call, name)
  const changes: SiteOptions = {
    ...(title !== undefined && { siteName: title }),
    ...(home !== undefined && { indexFile: home }),
    ...(index !== undefined && { allowIndexing: index }),
  }
  const password = await newPassword(call)
  // The password first: a site that is to be closed must not be open with its new title.
  if (password !== undefined) {
    const isLocked = await client.sites.setPassword(site, password, { signal })
    if (isLocked !== (password !== null))
      throw new UsageError('This host does not support passwords for readers. Nothing was changed.')
  }
  const options =
    Object.keys(changes).length === 0
      ? await client.sites.options(site, { signal })
      : await client.sites.setOptions(site, changes, { signal })
  return {
    data: { site: site.id, address: site.url ?? '', options },
    lines: columns(rows(site, options)),
  }
}

/** The password that readers are to need, null for none, undefined for no change. */
async function newPassword({ invocation, flags }: Call<OptionFlags>) {
  const { password, passwordStdin: fromInput } = flags
  if (password === false && fromInput === true)
    throw new UsageError('--no-password does not go with --password-stdin.')
  if (password === false) return null
  if (password === undefined && fromInput !== true) return undefined
  const message = 'Password for readers'
  const asked = { fromInput, message, variable: 'VAULT_SITE_PASSWORD', twice: true }
  return (await askPassword(invocation, asked)).password
}

function rows({ slug, url = '' }: Site, options: ReadSiteOptions): string[][] {
  const { siteName = '', indexFile = '', allowIndexing = false, hasPassword = false } = options
  const isListed = allowIndexing && !hasPassword
  return [
    ['address', url || '-'],
    ['title', siteName || slug || '-'],
    ['home', indexFile || 'index.md'],
    ['password', hasPassword ? 'readers need one' : 'none'],
    ['search engines', isListed ? 'may list it' : 'are asked to leave it out'],
  ]
}
