import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { SpokenError } from './spoken-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const sameSite = new Set(['same-origin', 'none'])

/**
 * Refuses changes that a browser sends on behalf of another site (ASVS 5.0 3.5.1). Other clients send
 * neither header and are served.
 */
export function guardOrigin(service: FastifyInstance, { publicUrl }: { publicUrl: string }) {
  const ours = new URL(publicUrl).origin
  service.addHook('onRequest', async request => {
    if (safeMethods.has(request.method) || request.routeOptions.config.anySite === true) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const foreignOrigin = origin !== undefined && origin !== ours
    const foreignSite = site !== undefined && !sameSite.has(site)
    if (foreignOrigin || foreignSite) throw new SpokenError(403, message('error.otherSite'))
  })
}
