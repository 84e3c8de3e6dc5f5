import {
  createAccessToken,
  mostAccessTokens,
  revokeAccessToken,
} from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { signedIn } from '../plugins/sessions.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { newAccessToken, tokenHash } from '../plugins/session.ts'
import { recordChange } from '../sign-in/record-change.ts'
import { secretPage } from '../sign-in/shown-once.ts'
import { parseId } from '../plugins/id.ts'
import { scopes } from './programs-view.ts'

const making = Type.Object({ name: Type.String(), scope: Type.Enum([...scopes]) })
const revoking = Type.Object({ token_id: Type.String() })

/** Makes and revokes the access tokens of the signed-in person. A program cannot: a token makes no other. */
export default async function programs(service: WebService, context: WebContext) {
  const showToken = secretPage<{ token: string; name: string }>(service, context, {
    path: '/you/tokens',
    back: '/you#programs',
    show({ token, name }, { wording: { say } }, reply) {
      const copy = { id: 'token', label: say('programs.token') }
      const view = { title: say('programs.newTitle', { name }), token, copy }
      return reply.page('you/new-token.hbs', view)
    },
  })
  const makes = { config: { confirm: 'make-token' }, schema: { body: making } } as const
  service.post('/you/tokens', makes, async (request, reply) => {
    const { session } = signedIn(request)
    const { email } = session
    const name = nameIn(request.body.name)
    const token = newAccessToken()
    const made = { tokenHash: tokenHash(token), email, name, scope: request.body.scope }
    await changeAs(context, request, async (trx, { now }) => {
      if (!(await createAccessToken(trx, { ...made, now })))
        throw new LocalizedHttpError(409, message('programs.tooMany', { most: mostAccessTokens }))
      await recordChange(trx, request, { action: 'token-made', now, device: name })
    })
    return showToken(request, reply, { token, name })
  })

  // Idempotent: a second press changes nothing.
  const revokes = { config: { confirm: 'revoke-token' }, schema: { body: revoking } } as const
  service.post('/you/tokens/revoke', revokes, async (request, reply) => {
    const { session } = signedIn(request)
    const { email } = session
    const id = parseId(request.body.token_id, message('programs.noToken'), 'token_id')
    const revoked = await changeAs(context, request, async (trx, { now }) => {
      const token = await revokeAccessToken(trx, { id, email })
      const what = token?.scope === 'calendar' ? 'app-password-revoked' : 'token-revoked'
      if (token) await recordChange(trx, request, { action: what, now, device: token.name })
      return what
    })
    const section = revoked === 'token-revoked' ? 'programs' : 'calendar-apps'
    return leaveFlash(reply, revoked).redirect(`/you#${section}`)
  })
}

/** @throws LocalizedHttpError 400 for a name that a list cannot show */
function nameIn(text: string): string {
  const name = text.replaceAll(/\s+/g, ' ').trim()
  if (name === '' || name.length > 80 || /\p{Cc}/u.test(name))
    throw new LocalizedHttpError(400, message('programs.noName'), { field: 'name' })
  return name
}
