import type { Parent, ParentId, Session } from '@night-routine/database'
import type { Settings } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsync } from 'fastify'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { newToken, tokenHash } from '../../session-token.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { newLinkView } from './new-link-view.ts'

export interface LinksOptions {
  readHousehold: () => Promise<{ settings: Settings; parents: Record<ParentId, Parent> }>
  createShareLink: (tokenHash: string, by: Session) => Promise<void>
  revokeShareLink: (id: bigint) => Promise<unknown>
  publicUrl: string
}

/** Creates and revokes share links. */
export const links: FastifyPluginAsync<LinksOptions> = async (service, options) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  // Renders instead of redirecting, so that the link is not stored for a second request.
  service.post('/feed', async (request, reply) => {
    const { parents } = await options.readHousehold()
    const token = newToken()
    await options.createShareLink(tokenHash(token), signedIn(request))
    const names = { a: parents.a.name, b: parents.b.name }
    const view = newLinkView(token, {
      publicUrl: options.publicUrl,
      names,
      words: request.words,
    })
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return reply.code(201).page('routes/feed/new-link.hbs', view)
  })

  // Idempotent: a second press changes nothing.
  service.post<{ Params: { link: string } }>('/feed/:link/revoke', async (request, reply) => {
    const id = parseAssignmentId(request.params.link)
    if (id === undefined) throw new SpokenError(404, message('feed.noLink'))
    await options.revokeShareLink(id)
    return reply.redirect('/settings#feed')
  })
}
