import type { FastifyReply, FastifyRequest } from 'fastify'
import { noticeCookie } from './cookies.ts'

/** What a form post may leave for the page after it to say. Codes, so that no address can put words here. */
const notices = {
  busy: 'Somebody else was changing the plan just then, so nothing was planned. Press Sync again.',
  'not-planned': 'The plan could not be made, so nothing was changed. Press Sync again.',
} as const

export type Notice = keyof typeof notices

/** Leaves a notice for the next page of this browser. */
export function leaveNotice(reply: FastifyReply, notice: Notice, publicUrl: string) {
  reply.setCookie('notice', notice, noticeCookie(publicUrl))
}

/** The words left for this page, once: the cookie ends with it. */
export function takeNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): string | null {
  const code = request.cookies['notice']
  if (code === undefined) return null
  reply.clearCookie('notice', noticeCookie(publicUrl))
  return new Map<string, string>(Object.entries(notices)).get(code) ?? null
}
