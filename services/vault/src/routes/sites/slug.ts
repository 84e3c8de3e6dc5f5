import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { saveSlug } from '@night-routine/database/vault'
import { Type } from 'typebox'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { id, token } from '../body.ts'
import { ownSite } from './own-site.ts'

const body = Type.Object({
  token,
  id,
  host: Type.Optional(Type.String({ maxLength: 300 })),
  slug: Type.String({ maxLength: 1000 }),
})

const answer = Type.Object({
  status: Type.Literal('ok'),
  id: Type.String(),
  slug: Type.String(),
  host: Type.String(),
})

/** A slug is also the first part of a host name. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
}

/** Reserved names. Sites that already have one keep it. */
const reserved = new Set(
  `about account admin api app assets auth autoconfig blog cdn dashboard dev docs ftp health healthz help host
  imap localhost login mail metrics mx ns ns1 ns2 pop publish readyz root security settings signin smtp ssl
  static status support system test vault wpad www www1 www2`.split(/\s+/),
)

/** Whether a site may get this slug. A browser would show `xn--…` as other letters. */
function isFree(slug: string): boolean {
  return !reserved.has(slug) && !/^..--/.test(slug)
}

/** Sets the slug of a site, which gives it a public address. */
export const slug: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/api/slug', { schema: { body, response: { 200: answer } } }, async request => {
    const site = await ownSite(host, request.body.token, request.body.id)
    const wanted = request.body.slug
    if (!isSlug(wanted))
      throw new Failure('INVALID_REQUEST', {
        words:
          'A slug has 1 to 63 lower-case letters, digits and hyphens, and starts and ends with a letter or digit.',
      })
    if (!isFree(wanted) && wanted !== site.slug)
      throw new Failure('INVALID_REQUEST', {
        words: 'This name is reserved. Choose another one.',
      })
    if (!(await saveSlug(host.db, site.id, wanted))) throw new Failure('SLUG_TAKEN')
    return { status: 'ok' as const, id: site.id, slug: wanted, host: host.addresses.host }
  })
}
