import type { FastifyReply, FastifyRequest } from 'fastify'
import { flashCookie } from './cookies.ts'

/** The messages that a form post can leave for the next page. Codes, so that no link can inject text. */
const flashes = [
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

export type Flash = (typeof flashes)[number]

const troubles: readonly Flash[] = ['busy', 'not-planned', 'password-length']

/** A message as the page shows it. */
export interface FlashView {
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
export function leaveFlash(
  reply: FastifyReply,
  flash: Flash,
  publicUrl: string,
  detail: string | number | null = null,
) {
  const value = detail === null ? flash : `${flash}.${detail}`
  reply.setCookie('notice', value, flashCookie(publicUrl))
}

/** The message left for this page; reading it clears the cookie. */
export function takeFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FlashView | null {
  const left = request.cookies['notice']
  if (left === undefined) return null
  reply.clearCookie('notice', flashCookie(publicUrl))
  const { code = '', nights, undo = null } = form.exec(left)?.groups ?? {}
  const flash = flashes.find(each => each === code)
  if (flash === undefined) return null
  const { say } = request.words
  const first = say(`flash.${flash}`)
  return {
    words:
      nights === undefined
        ? first
        : `${first} ${say('flash.changedHands', { nights: Number(nights) })}`,
    trouble: troubles.includes(flash),
    undo,
  }
}
