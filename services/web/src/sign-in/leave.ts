import type { FastifyReply } from 'fastify'
import { cookieName, sessionCookie } from '../plugins/cookies.ts'
import { endFlash } from '../plugins/flash.ts'

/** Answers a browser whose session has ended. */
export function leave(reply: FastifyReply, publicUrl: string): FastifyReply {
  // What the service worker keeps of the household ends with the session.
  void reply.header('clear-site-data', '"storage"')
  // Its message is not for who signs in next.
  endFlash(reply)
  return reply.clearCookie(cookieName('session', publicUrl), sessionCookie).redirect('/')
}
