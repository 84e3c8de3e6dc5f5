import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readSites } from '@night-routine/database/vault'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { token } from '../body.ts'
import { siteView } from './site-view.ts'

/** The sites of the caller. */
export const list: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/publish/list', { schema: { body: Type.Object({ token }) } }, async request => {
    const caller = await host.callerOf(request.body.token)
    const where = { host: host.addresses.host, owner: caller.id }
    const sites = await readSites(host.db, caller.id)
    return {
      sites: sites.map(site => siteView({ ...site, size: Number(site.size) }, where)),
      shared: [],
      limit: host.limits.sites,
    }
  })
}
