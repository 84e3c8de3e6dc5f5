import type { FastifyReply, FastifyRequest } from 'fastify'
import { noticeCookie } from './cookies.ts'

/** What a form post may leave for the page after it to say. Codes, so that no address can put words here. */
const notices = {
  busy: 'Somebody else was changing the plan just then, so nothing was planned. Press Sync again.',
  'not-planned': 'The plan could not be made, so nothing was changed. Press Sync again.',
  booked: 'The babysitter is booked.',
  given: 'The night is given.',
  swapped: 'The nights are swapped.',
  unlocked: 'The night is unlocked: the plan chooses again.',
  'taken-back': 'The change is taken back.',
} as const

export type Notice = keyof typeof notices

/** A notice as its page shows it. */
export interface NoticeView {
  words: string
  /** Something did not work. */
  trouble: boolean
  /** The change that a press on Undo takes back; null where there is none. */
  undo: string | null
}

const form = /^(?<code>[a-z-]+)(?:\.(?<undo>[\da-f-]{36}))?$/

/** Leaves a notice for the next page of this browser; with a change, it can be undone there. */
export function leaveNotice(
  reply: FastifyReply,
  notice: Notice,
  publicUrl: string,
  change: string | null = null,
) {
  const value = change === null ? notice : `${notice}.${change}`
  reply.setCookie('notice', value, noticeCookie(publicUrl))
}

/** The notice left for this page, once: the cookie ends with it. */
export function takeNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): NoticeView | null {
  const left = request.cookies['notice']
  if (left === undefined) return null
  reply.clearCookie('notice', noticeCookie(publicUrl))
  const { code = '', undo = null } = form.exec(left)?.groups ?? {}
  const words = new Map<string, string>(Object.entries(notices)).get(code)
  return words === undefined
    ? null
    : { words, trouble: code === 'busy' || code === 'not-planned', undo }
}
