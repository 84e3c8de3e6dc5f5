import { saveOnHomeScreen } from '@night-routine/database/people'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../plugins/context.ts'
import { signedIn } from '../plugins/sessions.ts'

/** Keeps that the person has Night Routine on a home screen: they say so, or it was opened from there. */
const homeScreen: FastifyPluginAsync<WebContext> = async (service, { db, clock }) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  // Idempotent.
  service.post('/home-screen', async (request, reply) => {
    await saveOnHomeScreen(db, signedIn(request).session.email, clock.now())
    return reply.redirect('/')
  })
}

export default homeScreen
