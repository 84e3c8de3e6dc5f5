import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mergeOptions } from '@night-routine/database/vault'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { id, plainText, token } from '../body.ts'
import { ownSite } from './own-site.ts'

const flag = Type.Optional(Type.Boolean())
const text = Type.Optional(Type.Union([plainText, Type.Literal('')]))
const names = Type.Optional(Type.Union([Type.Array(plainText, { maxItems: 200 }), Type.Null()]))

/** What clients of this API know as options of a site, and whether search engines may list it. */
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

const body = Type.Object({ token, id, options: Type.Optional(siteOptions) })

/** Reads the options of a site or, with `options`, changes those that are given. Beyond the contract. */
export const options: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/api/options', { schema: { body, response: { 200: answer } } }, async request => {
    const site = await ownSite(host, request.body.token, request.body.id)
    const changes = request.body.options
    return changes ? mergeOptions(host.db, site.id, changes) : site.options
  })
}
