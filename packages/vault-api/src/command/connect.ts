import { createVaultClient, type VaultClient } from '../client.ts'
import type { Site } from '../endpoints/sites.ts'
import { NotFound, NotSignedIn } from '../errors.ts'
import { canAsk, UsageError, type Call } from './invocation.ts'
import { readSession, tokenFile, type StoredSession } from './token-file.ts'

/** Where the service is, by flags, the environment or the last sign-in, in this order. */
export type Service = Omit<StoredSession, 'token' | 'email'>

export interface Connection {
  readonly client: VaultClient
  readonly service: Service
  readonly token: string
}

/** The service that is meant. */
export function serviceOf({ invocation: { env }, flags }: Call, stored: Service | null): Service {
  const set = (name: string) => env[name] || undefined
  const main = flags.url ?? set('VAULT_URL') ?? stored?.main
  if (main === undefined)
    throw new UsageError('Which service? Say --url ADDRESS, or set VAULT_URL.')
  // What was kept for another service must not decide where this one's token goes.
  const kept = stored?.main === main ? stored : null
  const publish = flags.publishUrl ?? set('VAULT_PUBLISH_URL') ?? kept?.publish
  const site = flags.siteUrl ?? set('VAULT_SITE_URL') ?? kept?.site
  const hosts = flags.siteHost ?? set('VAULT_SITE_HOSTS')?.split(/[\s,]+/) ?? kept?.siteHosts
  const headerPrefix = flags.headerPrefix ?? set('VAULT_HEADER_PREFIX') ?? kept?.headerPrefix
  const plain = flags.allowPlainHttp ?? kept?.allowPlainHttp
  return {
    main,
    ...(publish === undefined ? {} : { publish }),
    ...(site === undefined ? {} : { site }),
    ...(hosts === undefined ? {} : { siteHosts: hosts.filter(host => host !== '') }),
    ...(headerPrefix === undefined ? {} : { headerPrefix }),
    ...(plain === undefined ? {} : { allowPlainHttp: plain }),
  }
}

/** A client of a service, with or without a token. */
export function clientOf(call: Call, service: Service, token?: string): VaultClient {
  const { headerPrefix, ...addresses } = service
  const { errors } = call.invocation
  return createVaultClient({
    addresses,
    token,
    ...(headerPrefix === undefined ? {} : { headerPrefix }),
    onRetry: ({ endpoint, error, waitMs }) => {
      if (!canAsk(call.invocation) || call.flags.json === true) return
      errors.write(`${endpoint}: ${error.name}, again in ${(waitMs / 1_000).toFixed(1)} s\n`)
    },
  })
}

/** A signed-in client, by VAULT_TOKEN or the kept sign-in. */
export async function connect(call: Call): Promise<Connection> {
  const { invocation, flags } = call
  const stored = await readSession(tokenFile(invocation, flags))
  const given = invocation.env['VAULT_TOKEN'] || undefined
  if (given === undefined && stored === null && !flags.url && !invocation.env['VAULT_URL'])
    throw new NotSignedIn('Not signed in. Run: vault login --url ADDRESS')
  const service = serviceOf(call, stored)
  const kept = stored?.main === service.main ? stored.token : undefined
  const token = given ?? kept
  if (token === undefined) {
    const elsewhere = stored === null ? '' : ` The kept sign-in is for ${stored.main}.`
    throw new NotSignedIn(`Not signed in at ${service.main}.${elsewhere} Run: vault login`)
  }
  return { client: clientOf(call, service, token), service, token }
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

/** The site that an id or a slug names. */
export async function findSite(client: VaultClient, name: string, signal: AbortSignal) {
  const sites = await listSites(client, signal)
  const site = sites.find(({ id }) => id === name) ?? sites.find(({ slug }) => slug === name)
  if (site === undefined)
    throw new NotFound(`There is no site with the id or slug ${JSON.stringify(name)}.`)
  return site
}
