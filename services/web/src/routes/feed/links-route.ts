import { createShareLink, revokeShareLink } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { newToken, tokenHash } from '../../session.ts'
import { parseId } from '../id.ts'
import { newLinkView } from './new-link-view.ts'

/** Creates and revokes share links. */
const links: FastifyPluginAsync<WebContext> = async (service, context) => {
  const { db, clock, publicUrl } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])

  // Renders instead of redirecting, so that the link is not stored for a second request.
  service.post('/feed', async (request, reply) => {
    const { session, names } = signedIn(request)
    const token = newToken()
    const created = { tokenHash: tokenHash(token), createdBy: session.email, now: clock.now() }
    await createShareLink(db, created)
    const view = newLinkView(token, { publicUrl, names, wording: request.wording })
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return reply.code(201).page('routes/feed/new-link.hbs', view)
  })

  // Idempotent: a second press changes nothing.
  service.post<{ Params: { link: string } }>('/feed/:link/revoke', async (request, reply) => {
    const id = parseId(request.params.link, message('feed.noLink'))
    await revokeShareLink(db, id, clock.now())
    return reply.redirect('/settings/sharing#feed')
  })
}

export default links
