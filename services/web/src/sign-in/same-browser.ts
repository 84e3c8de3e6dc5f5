import { seal, unsealIfKeyed, type AssociatedData } from '@night-routine/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebContext } from '../context.ts'
import { shownCookie } from '../cookies.ts'

const name = 'identity_shown'
const place: AssociatedData = 'cookie.identity_shown.id'

/**
 * Notes in this browser whose password or passkey it has just shown. Somebody who planted the cookies of a sign-in of
 * their own here has the same cookies, but not this one.
 */
export function noteShown(
  reply: FastifyReply,
  { keys, publicUrl }: Pick<WebContext, 'keys' | 'publicUrl'>,
  id: string,
): void {
  void reply.setCookie(name, seal(keys, place, id), shownCookie(publicUrl))
}

/** Whether this browser has shown that it is the person of an id token. The note counts once. */
export function hasShown(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  reply: FastifyReply,
  {
    keys,
    publicUrl,
    subject,
  }: Pick<WebContext, 'keys' | 'publicUrl'> & {
    /** The issuer, a space, and the id of the identity. */
    subject: string
  },
): boolean {
  void reply.clearCookie(name, shownCookie(publicUrl))
  const shown = unsealIfKeyed(keys, place, cookies[name] ?? '')
  return typeof shown === 'string' && subject.endsWith(` ${shown}`)
}
