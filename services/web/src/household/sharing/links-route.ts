import {
  createShareLink,
  readShareLinkToken,
  revokeShareLink,
  sealShareLink,
} from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { newToken, tokenHash } from '../../plugins/session.ts'
import { recordChange } from '../../sign-in/record-change.ts'
import { secretPage } from '../../sign-in/shown-once.ts'
import { parseId } from '../../plugins/id.ts'
import { qrCode } from '../../plugins/qr-code.ts'

/** Share links are on two pages, and a form says on which it is. */
type From = { from?: unknown } | null
interface Link {
  Params: { link: string }
  Body: From
}
interface NewLink {
  token: string
  isNew: boolean
  isFromYou: boolean
}

const sharing = '/settings/sharing#feed'
const isFromYou = (body: From) => body?.from === 'you'

/** Creates share links, shows them again, and revokes them. */
export default async function links(service: WebService, context: WebContext) {
  const { db, keys, publicUrl } = context

  const showLink = secretPage<NewLink>(service, context, {
    path: '/feed',
    back: sharing,
    show({ token, isNew, isFromYou: fromYou }, request, reply) {
      const { names } = signedIn(request)
      const { say } = request.wording
      const everybody = new URL(`/feed/${token}/calendar.ics`, publicUrl).href
      const share = new URL(`/share/${token}`, publicUrl).href
      const view = {
        title: say(isNew ? 'feed.newTitle' : 'feed.againTitle'),
        feeds: [
          feed('feed', say('feed.allNights'), everybody),
          feed('feed-a', say('feed.nightsOf', { name: names.a }), `${everybody}?parent=a`),
          feed('feed-b', say('feed.nightsOf', { name: names.b }), `${everybody}?parent=b`),
        ],
        share,
        isFromYou: fromYou,
        copyShare: { id: 'share', label: say('feed.monthPage') },
        // For the phone of a babysitter.
        qr: qrCode(share),
      }
      return reply.page('household/sharing/new-link.hbs', view)
    },
  })
  const make = { config: { confirm: 'make-link' } } as const
  service.post<{ Body: From }>('/feed', make, async (request, reply) => {
    const { session } = signedIn(request)
    const token = newToken()
    await changeAs(context, request, async (trx, { now }) => {
      const created = { tokenHash: tokenHash(token), createdBy: session.email, now }
      await sealShareLink(trx, { keys, id: await createShareLink(trx, created), token })
      await recordChange(trx, request, { action: 'share-link-made', now })
    })
    return showLink(request, reply, { token, isNew: true, isFromYou: isFromYou(request.body) })
  })

  // Only for the person who made it: another one can make their own, and revoke it.
  const show = { config: { confirm: 'show-link' } } as const
  service.post<Link>('/feed/:link/show', show, async (request, reply) => {
    const { session } = signedIn(request)
    const id = parseId(request.params.link, message('feed.noLink'))
    const token = await readShareLinkToken(db, { keys, id, createdBy: session.email })
    if (token === undefined) throw new LocalizedHttpError(404, message('feed.noLink'))
    if (token === null) throw new LocalizedHttpError(404, message('feed.notKept'))
    return showLink(request, reply, { token, isNew: false, isFromYou: isFromYou(request.body) })
  })

  // Idempotent: a second press changes nothing.
  const revoke = { config: { confirm: 'revoke-link' } } as const
  service.post<Link>('/feed/:link/revoke', revoke, async (request, reply) => {
    const id = parseId(request.params.link, message('feed.noLink'))
    await changeAs(context, request, async (trx, { now }) => {
      if (await revokeShareLink(trx, id, now))
        await recordChange(trx, request, { action: 'share-link-revoked', now })
    })
    return reply.redirect(isFromYou(request.body) ? '/you#calendar-apps' : sharing)
  })
}

function feed(id: string, label: string, address: string) {
  // Phones and computers open this scheme in their calendar app.
  return { id, label, address, subscribe: address.replace(/^https?:/, 'webcal:') }
}
