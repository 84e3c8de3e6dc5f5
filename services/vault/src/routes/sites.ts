import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientNetwork, hashPassword, isPassword } from '@night-routine/credentials'
import {
  createSite,
  findSite,
  mergeOptions,
  readSites,
  readSlugs,
  saveSitePassword,
  saveSlug,
  type VaultAccount,
  type Site,
} from '@night-routine/database/vault'
import { Type, type Static } from 'typebox'
import { isId, randomId } from '../credentials.ts'
import { unpublishSite } from '../content/publish.ts'
import { Failure, invalid } from '../failures.ts'
import type { Host } from '../host.ts'
import { sitePasswordLengths } from '../reader-access.ts'
import { call, done, host as anyHost, id, isFree, isSlug, plainText } from './input.ts'

/** A site in a response. `created` is in milliseconds since 1970, `size` in bytes. */
const SiteView = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  host: Type.String(),
  created: Type.Integer(),
  owner: Type.String(),
  size: Type.Integer(),
  options: Type.Record(Type.String(), Type.Unknown()),
  url: Type.String(),
})

const Sites = Type.Object({
  sites: Type.Array(SiteView),
  shared: Type.Array(SiteView),
  limit: Type.Integer(),
})

const Slug = Type.Object({
  status: Type.Literal('ok'),
  id: Type.String(),
  slug: Type.String(),
  host: Type.String(),
})

const flags =
  `showNavigation showGraph showOutline showSearch showBacklinks showHoverPreview showThemeToggle
  readableLineLength strictLineBreaks hideTitle allowIndexing slidingWindowMode`.split(/\s+/)
const text = Type.Optional(Type.Union([plainText, Type.Literal('')]))
const names = Type.Optional(Type.Union([Type.Array(plainText, { maxItems: 200 }), Type.Null()]))

/** The options of a site that clients know, and whether search engines may index it. */
const siteOptions = Type.Object(
  {
    siteName: text,
    indexFile: text,
    defaultTheme: Type.Optional(Type.Enum(['light', 'dark'])),
    logo: text,
    ...Object.fromEntries(flags.map(flag => [flag, Type.Optional(Type.Boolean())])),
    navigationOrdering: names,
    navigationHiddenItems: names,
  },
  { additionalProperties: false },
)

const { shortest, longest } = sitePasswordLengths
const password = Type.Optional(
  Type.Union([Type.String({ minLength: shortest, maxLength: longest }), Type.Null()]),
)

export const siteRoutes: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  const { db, config, addresses } = host
  const limit = config.VAULT_SITES_PER_ACCOUNT

  service.post('/publish/list', call('The sites of the caller.', {}, Sites), async ({ caller }) => {
    const sites = await readSites(db, caller.id)
    const views = sites.map(site => siteView(host, { ...site, size: Number(site.size) }))
    return { sites: views, shared: [], limit }
  })

  service.post(
    '/publish/create',
    call('Creates a site. It has no public address until it has a slug.', {}, SiteView),
    async ({ caller }) => {
      const site = { id: randomId(), accountId: caller.id, now: host.clock.now() }
      if (!(await createSite(db, { ...site, limit })))
        throw new Failure('LIMIT_REACHED', {
          text: `This account is full: it can have at most ${limit} sites.`,
        })
      return siteView(host, { ...site, slug: null, options: {}, createdAt: site.now, size: 0 })
    },
  )

  // `site_uid` is what clients call the id here.
  service.post(
    '/publish/delete',
    call('Deletes a site with its files. An extension of the API.', { site_uid: id }, done),
    async ({ body, caller }) => {
      const found = isId(body.site_uid) && (await unpublishSite(host, caller.id, body.site_uid))
      if (!found) throw siteNotFound()
      return { status: 'ok' as const }
    },
  )

  const slugFields = { id, host: Type.Optional(anyHost), slug: Type.String({ maxLength: 1000 }) }
  service.post(
    '/api/slug',
    call('Sets the slug of a site: 1 to 63 of `a-z`, `0-9` and `-`.', slugFields, Slug),
    async ({ body, caller }) => {
      const site = await siteOf(host, caller, body.id)
      const { slug } = body
      if (!isSlug(slug))
        throw invalid(
          'A slug has 1 to 63 lower-case letters, digits and hyphens, and starts and ends with a letter or digit.',
        )
      if (!isFree(slug) && slug !== site.slug)
        throw invalid('This name is reserved. Choose another one.')
      if (!(await saveSlug(db, site.id, slug))) throw new Failure('SLUG_TAKEN')
      return { status: 'ok' as const, id: site.id, slug, host: addresses.host }
    },
  )

  // A site without a slug, or of another account, has an empty one. Texts that cannot be ids are left out, so
  // that a key like `error` cannot make the response look like a failure.
  service.post(
    '/api/slugs',
    call(
      'The slugs of sites, by id.',
      { ids: Type.Array(id, { maxItems: 1000 }) },
      Type.Record(Type.String(), Type.String()),
    ),
    async ({ body, caller }) => {
      const ids = body.ids.filter(isId)
      const known = await readSlugs(db, caller.id, ids)
      return Object.fromEntries(ids.map(one => [one, known.get(one) ?? '']))
    },
  )

  service.post(
    '/api/options',
    call(
      'Reads the options of a site, or changes the given ones; `password` is for readers, null removes it. An extension of the API.',
      { id, options: Type.Optional(siteOptions), password },
      Type.Record(Type.String(), Type.Unknown()),
    ),
    async ({ body, caller, ip }) => {
      const site = await siteOf(host, caller, body.id)
      const passwordHash =
        body.password === undefined
          ? site.passwordHash
          : await changePassword(host, site, { wanted: body.password, from: clientNetwork(ip) })
      const options = body.options ? await mergeOptions(db, site.id, body.options) : site.options
      return { ...options, hasPassword: passwordHash !== null }
    },
  )
}

/** A site of the caller. Other people's sites are refused like sites that do not exist. @throws Failure */
export async function siteOf({ db }: Pick<Host, 'db'>, caller: VaultAccount, given: string) {
  const site = isId(given) ? await findSite(db, caller.id, given) : undefined
  if (!site) throw siteNotFound()
  return site
}

const siteNotFound = () => new Failure('NOT_FOUND', { text: 'Site not found.' })

/** A site with the fields of every known client. Without a slug, `slug` and the public `url` are empty. */
function siteView(
  { addresses: { host, readAt } }: Host,
  site: Pick<Site, 'id' | 'accountId' | 'slug' | 'options' | 'createdAt'> & { size: number },
): Static<typeof SiteView> {
  return {
    id: site.id,
    slug: site.slug ?? '',
    host,
    created: site.createdAt.epochMilliseconds,
    owner: site.accountId,
    size: site.size,
    options: site.options,
    url: site.slug === null ? '' : `${readAt}${site.slug}/`,
  }
}

/** The same password again changes nothing, so that readers stay signed in. */
async function changePassword(
  { db, signIns: { places } }: Host,
  { id: siteId, passwordHash: before }: Site,
  { wanted, from }: { wanted: string | null; from: string },
): Promise<string | null> {
  const after =
    wanted === null
      ? null
      : await places.run(from, async () =>
          before !== null && (await isPassword(wanted, before)) ? before : hashPassword(wanted),
        )
  if (after !== before) await saveSitePassword(db, siteId, after)
  return after
}
