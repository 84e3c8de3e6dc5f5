import { ownProviderPath } from '@night-routine/calendar'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../context.ts'
import { SpokenError } from '../plugins/spoken-error.ts'

/** Where a browser goes during a sign-in; its names are the library's. */
const pages = ['/auth', '/auth/:uid']

/** What says where they are, and how id tokens are signed. Our own client asks inside this program. */
const documents = ['/.well-known/openid-configuration', '/jwks']

/** The library's session of a person, and its signature. */
const sessionCookie = /^_session(?:\.legacy)?(?:\.sig)?=/

/**
 * The cookies without a session of the provider: each sign-in starts without one, so who used this browser before is
 * neither let in nor asked to sign out first.
 */
function withoutSession(cookies = ''): string {
  return cookies
    .split(/; */)
    .filter(cookie => !sessionCookie.test(cookie))
    .join('; ')
}

/** The addresses of our own identity provider that are open to browsers. Its tokens are for our own client alone. */
const provider: FastifyPluginAsync<WebContext> = async (service, { identity }) => {
  if (identity === null) return
  const options = { config: { access: 'public', quiet: true } } as const
  for (const path of [...pages, ...documents])
    service.get(`${ownProviderPath}${path}`, options, async (request, reply) => {
      const answer = await identity.answer({
        method: 'GET',
        path: request.url.slice(ownProviderPath.length),
        headers: { cookie: withoutSession(request.headers.cookie) },
      })
      const { location } = answer.headers
      // A page for people in place of the library's error; anything else it says to our client.
      if (pages.includes(path) && location === undefined)
        throw new SpokenError(400, message('identity.refused'))
      const { 'set-cookie': cookies, 'content-type': type } = answer.headers
      const kept = [cookies ?? []].flat().filter(cookie => !sessionCookie.test(cookie))
      if (kept.length > 0) void reply.header('set-cookie', kept)
      if (location !== undefined) return reply.redirect(String(location), 303)
      return reply.code(answer.status).type(String(type)).send(answer.body)
    })
}

export default provider
