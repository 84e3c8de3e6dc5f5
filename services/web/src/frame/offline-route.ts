import type { WebService } from '../plugins/context.ts'

/** What the service worker shows of other pages than the plan while there is no network. */
export default async function offline(service: WebService) {
  service.get('/offline', async (request, reply) => {
    return reply.page('frame/offline.hbs', { title: request.wording.say('offline.title') })
  })
}
