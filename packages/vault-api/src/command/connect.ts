import type { VaultAddresses } from '../addresses.ts'
import { createVaultClient, type VaultClient } from '../client.ts'
import type { Site } from '../endpoints/sites.ts'
import { NotFound, NotSignedIn } from '../errors.ts'
import { canAsk, UsageError, type Call } from './invocation.ts'
import { readSession, tokenFile } from './stored.ts'

/** Where a service is, and how its upload headers begin. */
type Service = VaultAddresses & { readonly headerPrefix?: string | undefined }

/** The service that is meant: by flags, the environment or the last sign-in, in this order. */
export function serviceOf({ invocation: { env }, flags }: Call, stored: Service | null): Service {
  const set = (name: string) => env[name] || undefined
  const main = flags.url ?? set('VAULT_URL') ?? stored?.main
  if (main === undefined)
    throw new UsageError('Which service? Say --url ADDRESS, or set VAULT_URL.')
  // What was kept for another service must not decide where this one's token goes.
  const kept: Partial<Service> = stored?.main === main ? stored : {}
  const hosts = flags.siteHost ?? set('VAULT_SITE_HOSTS')?.split(/[\s,]+/) ?? kept.siteHosts
  return {
    main,
    publish: flags.publishUrl ?? set('VAULT_PUBLISH_URL') ?? kept.publish,
    site: flags.siteUrl ?? set('VAULT_SITE_URL') ?? kept.site,
    siteHosts: hosts?.filter(host => host !== ''),
    headerPrefix: flags.headerPrefix ?? set('VAULT_HEADER_PREFIX') ?? kept.headerPrefix,
    allowPlainHttp: flags.allowPlainHttp ?? kept.allowPlainHttp,
  }
}

export function clientOf({ invocation, flags }: Call, service: Service, token?: string) {
  const { headerPrefix, ...addresses } = service
  return createVaultClient({
    addresses,
    token,
    headerPrefix,
    patience: invocation.patience ?? {},
    onRetry: ({ endpoint, error, waitMs }) => {
      if (!canAsk(invocation) || flags.json === true) return
      const wait = (waitMs / 1_000).toFixed(1)
      invocation.errors.write(`${endpoint}: ${error.name}, again in ${wait} s\n`)
    },
  })
}

/** A signed-in client, by VAULT_TOKEN or the kept sign-in. */
export async function connect(call: Call) {
  const { invocation, flags } = call
  const stored = await readSession(tokenFile(invocation, flags))
  const given = invocation.env['VAULT_TOKEN'] || undefined
  if (given === undefined && stored === null && !flags.url && !invocation.env['VAULT_URL'])
    throw new NotSignedIn('Not signed in. Run: vault login --url ADDRESS')
  const service = serviceOf(call, stored)
  const token = given ?? (stored?.main === service.main ? stored.token : undefined)
  if (token === undefined) {
    const elsewhere = stored === null ? '' : ` The kept sign-in is for ${stored.main}.`
    throw new NotSignedIn(`Not signed in at ${service.main}.${elsewhere} Run: vault login`)
  }
  return { client: clientOf(call, service, token), service, signal: invocation.signal }
}

/** A signed-in client, and the site that an id or a slug names. */
export async function connectToSite(call: Call, name: string) {
  const connection = await connect(call)
  const sites = await listSites(connection.client, connection.signal)
  const site = sites.find(({ id }) => id === name) ?? sites.find(({ slug }) => slug === name)
  if (site === undefined)
    throw new NotFound(`There is no site with the id or slug ${JSON.stringify(name)}.`)
  return { ...connection, site }
}

/** The sites of the account and those shared with it, each with its slug. */
export async function listSites({ sites }: VaultClient, signal: AbortSignal): Promise<Site[]> {
  const answer = await sites.list({ signal })
  const all = [...answer.sites, ...answer.shared]
  const slugless = all.filter(({ slug }) => slug === '').map(({ id }) => id)
  if (slugless.length === 0) return all
  const slugs = await sites.slugs(slugless, { signal })
  return all.map(site => ({ ...site, slug: site.slug || (slugs.get(site.id) ?? '') }))
}
