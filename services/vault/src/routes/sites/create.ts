import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createSite } from '@night-routine/database/vault'
import { Type } from 'typebox'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { randomId } from '../../random-id.ts'
import { token } from '../body.ts'
import { SiteView, siteView } from './site-view.ts'

const body = Type.Object({ token })

/** Creates an empty site. It has no public address until it has a slug. */
export const create: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post(
    '/publish/create',
    { schema: { body, response: { 200: SiteView } } },
    async request => {
      const caller = await host.callerOf(request.body.token)
      const site = { id: randomId(), accountId: caller.id, now: host.clock.now() }
      const limit = host.limits.sites
      if (!(await createSite(host.db, { ...site, limit })))
        throw new Failure('LIMIT_REACHED', {
          words: `This account can have at most ${limit} sites.`,
        })
      const fresh = { id: site.id, slug: null, options: {}, createdAt: site.now, size: 0 }
      return siteView(fresh, host.addresses, caller.id)
    },
  )
}
