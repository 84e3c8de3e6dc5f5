import {
  createShareLink,
  readShareLinkToken,
  revokeShareLink,
  sealShareLink,
} from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsync } from 'fastify'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { newToken, tokenHash } from '../../plugins/session.ts'
import { recordChange } from '../../sign-in/record-change.ts'
import { secretPage } from '../../sign-in/shown-once.ts'
import { parseId } from '../../plugins/id.ts'
import { newLinkView } from './new-link-view.ts'

/** Creates share links, shows them again, and revokes them. */
const links: FastifyPluginAsync<WebContext> = async (service, context) => {
  const { db, keys, publicUrl } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])

  const showLink = secretPage<{ token: string; isNew: boolean }>(service, context, {
    path: '/feed',
    back: '/settings/sharing#feed',
    show({ token, isNew }, request, reply) {
      const { names } = signedIn(request)
      const view = newLinkView(token, { publicUrl, names, isNew, wording: request.wording })
      return reply.page('household/sharing/new-link.hbs', view)
    },
  })
  service.post('/feed', { config: { confirm: 'make-link' } }, async (request, reply) => {
    const { session } = signedIn(request)
    const token = newToken()
    await changeAs(context, session, async (trx, { now }) => {
      const created = { tokenHash: tokenHash(token), createdBy: session.email, now }
      await sealShareLink(trx, { keys, id: await createShareLink(trx, created), token })
      await recordChange(trx, request, { action: 'share-link-made', now })
    })
    return showLink(request, reply, { token, isNew: true })
  })

  // Only for the person who made it: another one can make their own, and revoke it.
  const show = { config: { confirm: 'show-link' } } as const
  service.post<{ Params: { link: string } }>('/feed/:link/show', show, async (request, reply) => {
    const { session } = signedIn(request)
    const id = parseId(request.params.link, message('feed.noLink'))
    const token = await readShareLinkToken(db, { keys, id, createdBy: session.email })
    if (token === undefined) throw new LocalizedHttpError(404, message('feed.noLink'))
    if (token === null) throw new LocalizedHttpError(404, message('feed.notKept'))
    return showLink(request, reply, { token, isNew: false })
  })

  // Idempotent: a second press changes nothing.
  const revoke = { config: { confirm: 'revoke-link' } } as const
  service.post<{ Params: { link: string }; Body: { from?: unknown } | null }>(
    '/feed/:link/revoke',
    revoke,
    async (request, reply) => {
      const id = parseId(request.params.link, message('feed.noLink'))
      await changeAs(context, signedIn(request).session, async (trx, { now }) => {
        if (await revokeShareLink(trx, id, now))
          await recordChange(trx, request, { action: 'share-link-revoked', now })
      })
      return reply.redirect(
        request.body?.from === 'you' ? '/you#calendar-apps' : '/settings/sharing#feed',
      )
    },
  )
}

export default links
