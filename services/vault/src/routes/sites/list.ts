import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readSites } from '@night-routine/database/vault'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { token } from '../body.ts'
import { SiteView, siteView } from './site-view.ts'

const body = Type.Object({ token })

const answer = Type.Object({
  sites: Type.Array(SiteView),
  shared: Type.Array(SiteView),
  limit: Type.Integer(),
})

/** The sites of the caller. */
export const list: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/publish/list', { schema: { body, response: { 200: answer } } }, async request => {
    const caller = await host.callerOf(request.body.token)
    const sites = await readSites(host.db, caller.id)
    return {
      sites: sites.map(site =>
        siteView({ ...site, size: Number(site.size) }, host.addresses, caller.id),
      ),
      shared: [],
      limit: host.limits.sites,
    }
  })
}
