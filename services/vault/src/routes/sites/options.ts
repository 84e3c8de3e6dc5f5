import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mergeOptions, saveSitePassword, type Site } from '@night-routine/database/vault'
import { Type } from 'typebox'
import { clientNetwork } from '../../client-network.ts'
import type { Host } from '../../host.ts'
import { hashPassword, isPassword } from '../../passwords.ts'
import { sitePasswordLengths } from '../../site-passwords.ts'
import { id, plainText, token } from '../body.ts'
import { ownSite } from './own-site.ts'

const flag = Type.Optional(Type.Boolean())
const text = Type.Optional(Type.Union([plainText, Type.Literal('')]))
const names = Type.Optional(Type.Union([Type.Array(plainText, { maxItems: 200 }), Type.Null()]))

/** The options of a site that clients know, and whether search engines may index it. */
const siteOptions = Type.Object(
  {
    siteName: text,
    indexFile: text,
    defaultTheme: Type.Optional(Type.Enum(['light', 'dark'])),
    logo: text,
    showNavigation: flag,
    showGraph: flag,
    showOutline: flag,
    showSearch: flag,
    showBacklinks: flag,
    showHoverPreview: flag,
    showThemeToggle: flag,
    readableLineLength: flag,
    strictLineBreaks: flag,
    hideTitle: flag,
    allowIndexing: flag,
    slidingWindowMode: flag,
    navigationOrdering: names,
    navigationHiddenItems: names,
  },
  { additionalProperties: false },
)

const answer = Type.Record(Type.String(), Type.Unknown())

const { shortest, longest } = sitePasswordLengths
const password = Type.Optional(
  Type.Union([Type.String({ minLength: shortest, maxLength: longest }), Type.Null()]),
)

const body = Type.Object({ token, id, options: Type.Optional(siteOptions), password })

/**
 * Reads the options of a site or, with `options`, changes the given ones. `password` sets the readers' password,
 * null removes it; the response only says whether there is one. An extension of the API.
 */
export const options: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/api/options', { schema: { body, response: { 200: answer } } }, async request => {
    const { options: changes, password: wanted } = request.body
    const site = await ownSite(host, request.body.token, request.body.id)
    const passwordHash =
      wanted === undefined
        ? site.passwordHash
        : await changePassword(host, site, { wanted, from: clientNetwork(request.ip) })
    const all = changes ? await mergeOptions(host.db, site.id, changes) : site.options
    return { ...all, hasPassword: passwordHash !== null }
  })
}

/** The same password again changes nothing, so that readers stay signed in. */
async function changePassword(
  { db, places }: Pick<Host, 'db' | 'places'>,
  site: Site,
  { wanted, from }: { wanted: string | null; from: string },
): Promise<string | null> {
  const before = site.passwordHash
  const after =
    wanted === null
      ? null
      : await places.run(from, async () =>
          before !== null && (await isPassword(wanted, before)) ? before : hashPassword(wanted),
        )
  if (after !== before) await saveSitePassword(db, site.id, after)
  return after
}
