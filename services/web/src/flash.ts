import type { FastifyReply, FastifyRequest } from 'fastify'
import { noticeCookie } from './cookies.ts'

/** The messages that a form post can leave for the next page. Codes, so that no link can inject text. */
const notices = [
  'busy',
  'not-planned',
  'booked',
  'given',
  'swapped',
  'swapped-already',
  'unlocked',
  'unlocked-over',
  'taken-back',
  'saved',
  'unchanged',
  'absence-removed',
  'password-set',
  'password-removed',
  'password-length',
] as const

export type Notice = (typeof notices)[number]

const troubles: readonly Notice[] = ['busy', 'not-planned', 'password-length']

/** A message as the page shows it. */
export interface NoticeView {
  words: string
  /** Something did not work. */
  trouble: boolean
  /** The change that the Undo button undoes, if any. */
  undo: string | null
}

const form = /^(?<code>[a-z-]+)(?:\.(?:(?<nights>\d{1,3})|(?<undo>[\da-f-]{36})))?$/

/**
 * Leaves a message for this browser's next page. With a change, the page offers Undo; with a number, the
 * message says how many nights changed hands.
 */
export function leaveNotice(
  reply: FastifyReply,
  notice: Notice,
  publicUrl: string,
  detail: string | number | null = null,
) {
  const value = detail === null ? notice : `${notice}.${detail}`
  reply.setCookie('notice', value, noticeCookie(publicUrl))
}

/** The message left for this page; reading it clears the cookie. */
export function takeNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): NoticeView | null {
  const left = request.cookies['notice']
  if (left === undefined) return null
  reply.clearCookie('notice', noticeCookie(publicUrl))
  const { code = '', nights, undo = null } = form.exec(left)?.groups ?? {}
  const notice = notices.find(each => each === code)
  if (notice === undefined) return null
  const { say } = request.words
  const first = say(`notice.${notice}`)
  return {
    words:
      nights === undefined
        ? first
        : `${first} ${say('notice.changedHands', { nights: Number(nights) })}`,
    trouble: troubles.includes(notice),
    undo,
  }
}
