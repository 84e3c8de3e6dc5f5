import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeysBelow } from '@night-routine/wording'
import { noticeCookie } from './cookies.ts'

/**
 * A message that a form post leaves for the next page: the rest of a key `notice.…`. Codes, so that no link can
 * inject text.
 */
export type Notice = Exclude<KeysBelow<'notice'>, 'changedHands' | 'undo'>

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
  const { say, tell, knows } = request.words
  const key = `notice.${code}`
  if (!knows(key)) return null
  const first = tell({ key, values: {} })
  return {
    words:
      nights === undefined
        ? first
        : `${first} ${say('notice.changedHands', { nights: Number(nights) })}`,
    trouble: troubles.some(each => each === code),
    undo,
  }
}
