import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeOutcome } from '@night-routine/household'
import type { KeysBelow } from '@night-routine/wording'
import { flashCookie } from './cookies.ts'

/**
 * A message that a form post leaves for the next page: the rest of a key `flash.…`. Codes, so that no link can
 * inject text.
 */
export type Flash = Exclude<KeysBelow<'flash'>, 'undo' | 'close'>

const troubles: readonly Flash[] = [
  'busy',
  'not-planned',
  'password-length',
  'shown-before',
  'device-lost',
]
/** An undo is not undone; a calendar with absences is added and removed beside its name. */
const final: readonly Flash[] = ['change-undone', 'source-added', 'source-removed']

/** A message for one page. */
export interface StoredFlash {
  code: string
  text: string
  /** Something did not work. */
  trouble: boolean
  /** The change that it is about. */
  change: string | null
  /** The change that the Undo button undoes, if any. */
  undo: string | null
}

const form = /^(?<code>[a-z-]+)(?:\.(?<change>[\da-f-]{36}))?~?$/
const news = /^since\.(?<entry>\d{1,18})~?$/

/** Leaves a message for this browser's next page. With a change, the page names its nights and offers Undo. */
export function leaveFlash(
  reply: FastifyReply,
  flash: Flash,
  change: string | null = null,
): FastifyReply {
  return reply.setCookie('notice', change === null ? flash : `${flash}.${change}`, flashCookie)
}

/** Leaves the message about saved settings: that the site follows, which nights moved, or that none did. */
export function leaveSettingsFlash(
  reply: FastifyReply,
  { change, changedNights }: ChangeOutcome,
  { publishes = false } = {},
): FastifyReply {
  if (change === null) return leaveFlash(reply, 'unchanged')
  if (publishes) return leaveFlash(reply, 'publishing', change)
  const moves = changedNights.length > 0
  return leaveFlash(reply, moves ? 'settings-saved' : 'settings-saved-only', change)
}

/** Leaves what others did since an entry of the history, which the open page shows. */
export function leaveNews(reply: FastifyReply, since: bigint) {
  reply.setCookie('notice', `since.${since}~`, flashCookie)
}

/** Whether a page has shown the message that this browser holds. */
export function isFlashShown({ cookies }: Pick<FastifyRequest, 'cookies'>): boolean {
  return cookies['notice']?.endsWith('~') === true
}

/** A page was shown: the message is on it, and not on the next one. A refusal ends it, too. */
export function turnFlash(request: FastifyRequest, reply: FastifyReply) {
  const held = request.cookies['notice']
  if (held === undefined) return
  if (isFlashShown(request) || reply.statusCode >= 400) endFlash(reply)
  else reply.setCookie('notice', `${held}~`, flashCookie)
}

/** Ends the message: it was closed, or its reader leaves. */
export function endFlash(reply: FastifyReply) {
  return reply.clearCookie('notice', flashCookie)
}

/** The message that this browser holds. */
export function storedFlash({
  cookies,
  wording: { tell, knows },
}: Pick<FastifyRequest, 'cookies' | 'wording'>): StoredFlash | null {
  const { code = '', change = null } = form.exec(cookies['notice'] ?? '')?.groups ?? {}
  const key = `flash.${code}`
  if (!knows(key)) return null
  return {
    text: tell({ key, values: {} }),
    trouble: troubles.some(each => each === code),
    code,
    change,
    undo: final.some(each => each === code) ? null : change,
  }
}

/** The entry since which this browser holds what others did. */
export function storedNews({ cookies }: Pick<FastifyRequest, 'cookies'>): bigint | null {
  const { entry } = news.exec(cookies['notice'] ?? '')?.groups ?? {}
  return entry === undefined ? null : BigInt(entry)
}
