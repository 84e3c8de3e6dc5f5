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
  publicUrl: string,
  change: string | null = null,
) {
  reply.setCookie('notice', change === null ? flash : `${flash}.${change}`, flashCookie(publicUrl))
}

/** Leaves the message about saved settings: that the site follows, which nights moved, or that none did. */
export function leaveSettingsFlash(
  reply: FastifyReply,
  { change, changedNights }: ChangeOutcome,
  publicUrl: string,
  { publishes = false } = {},
) {
  if (change === null) leaveFlash(reply, 'unchanged', publicUrl)
  else if (publishes) leaveFlash(reply, 'publishing', publicUrl, change)
  else if (changedNights.length === 0) leaveFlash(reply, 'settings-saved-only', publicUrl, change)
  else leaveFlash(reply, 'settings-saved', publicUrl, change)
}

/** Leaves what others did since an entry of the history, which the open page shows. */
export function leaveNews(reply: FastifyReply, since: bigint, publicUrl: string) {
  reply.setCookie('notice', `since.${since}~`, flashCookie(publicUrl))
}

/** Whether a page has shown the message that this browser holds. */
export function isFlashShown({ cookies }: Pick<FastifyRequest, 'cookies'>): boolean {
  return cookies['notice']?.endsWith('~') === true
}

/** A page was shown: the message is on it, and not on the next one. A refusal ends it, too. */
export function turnFlash(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
  const held = request.cookies['notice']
  if (held === undefined) return
  if (isFlashShown(request) || reply.statusCode >= 400) endFlash(reply, publicUrl)
  else reply.setCookie('notice', `${held}~`, flashCookie(publicUrl))
}

/** Ends the message: it was closed, or its reader leaves. */
export function endFlash(reply: FastifyReply, publicUrl: string) {
  return reply.clearCookie('notice', flashCookie(publicUrl))
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
