import { seal, unreadable, unsealIfKeyed } from '@night-routine/database/connection'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebContext } from '../plugins/context.ts'
import { shownOnceCookie, shownOnceMinutes } from '../plugins/cookies.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { signedIn } from '../plugins/sessions.ts'

/** A page with a secret that the server doesn't keep. */
interface SecretPage<Secret> {
  /** Its address. */
  path: string
  /** Where a new secret is made. */
  back: string
  show: (secret: Secret, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/**
 * Serves a page that shows a new secret to the session that made it, for ten minutes, because a phone drops a page and
 * loads it again. The browser keeps the secret meanwhile, sealed.
 * @returns what a form answers with that has made the secret
 */
export function secretPage<Secret>(
  service: FastifyInstance,
  { keys, clock }: Pick<WebContext, 'keys' | 'clock'>,
  { path, back, show }: SecretPage<Secret>,
): (request: FastifyRequest, reply: FastifyReply, secret: Secret) => FastifyReply {
  const place = (request: FastifyRequest) =>
    `shown_once.${signedIn(request).session.tokenHash}.${path}` as const

  service.get(path, async (request, reply) => {
    const sealed = request.cookies['shown_once']
    const opened = sealed === undefined ? unreadable : unsealIfKeyed(keys, place(request), sealed)
    if (opened !== unreadable) {
      const { until, secret }: { until: string; secret: Secret } = JSON.parse(opened)
      if (Temporal.Instant.compare(clock.now(), until) < 0) return show(secret, request, reply)
    }
    return leaveFlash(reply, 'shown-before').redirect(back)
  })

  return (request, reply, secret) => {
    const until = clock.now().add({ minutes: shownOnceMinutes })
    const sealed = seal(keys, place(request), JSON.stringify({ until, secret }))
    return reply.setCookie('shown_once', sealed, { ...shownOnceCookie, path }).redirect(path, 303)
  }
}
