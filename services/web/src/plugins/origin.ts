import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { accessTokenOf, safeMethods } from './access-token.ts'
import { LocalizedHttpError } from './localized-http-error.ts'

const sameSite = new Set(['same-origin', 'none'])

/**
 * Refuses changes that a browser sends on behalf of another site (ASVS 5.0 3.5.1), as `CrossOriginProtection` of Go does:
 * Fetch Metadata decides, and Origin where an older browser or plain http has none, because a page without a referrer sends
 * `Origin: null` with its own forms. Other clients send neither and are served. A browser adds no access token, so a program
 * that sends one means it.
 */
export function guardOrigin(service: FastifyInstance, { publicUrl }: { publicUrl: string }) {
  const ours = new URL(publicUrl).origin
  service.addHook('onRequest', async request => {
    if (safeMethods.has(request.method) || request.routeOptions.config.anySite === true) return
    if (accessTokenOf(request) !== undefined) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOurs = site === undefined ? (origin ?? ours) === ours : sameSite.has(site)
    if (!isOurs) throw new LocalizedHttpError(403, message('error.otherSite'))
  })
}
