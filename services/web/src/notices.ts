import type { FastifyReply, FastifyRequest } from 'fastify'
import { noticeCookie } from './cookies.ts'

/** What a form post may leave for the page after it to say. Codes, so that no address can put words here. */
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

/** A notice as its page shows it. */
export interface NoticeView {
  words: string
  /** Something did not work. */
  trouble: boolean
  /** The change that a press on Undo takes back; null where there is none. */
  undo: string | null
}

const form = /^(?<code>[a-z-]+)(?:\.(?:(?<nights>\d{1,3})|(?<undo>[\da-f-]{36})))?$/

/**
 * Leaves a notice for the next page of this browser. With a change, it can be undone there; with a
 * number, it says how many nights another person does since.
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

/** The notice left for this page, once: the cookie ends with it. */
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
