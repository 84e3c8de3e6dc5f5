import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeOutcome } from '@night-routine/household'
import type { KeysBelow } from '@night-routine/wording'
import { flashCookie } from './cookies.ts'

/**
 * A message that a form post leaves for the next page: the rest of a key `flash.…`. Codes, so that no link can
 * inject text.
 */
export type Flash = Exclude<KeysBelow<'flash'>, 'undo'>

const troubles: readonly Flash[] = ['busy', 'not-planned', 'password-length']
/** An undo is not undone; a calendar with absences is added and removed beside its name. */
const final: readonly Flash[] = ['taken-back', 'source-added', 'source-removed']

/** A message as the page shows it. */
export interface FlashView {
  text: string
  /** Something did not work. */
  trouble: boolean
  /** The change that the Undo button undoes, if any. */
  undo: string | null
}

/** A message left for a page, and the change that it is about. */
export interface StoredFlash extends FlashView {
  code: string
  change: string | null
}

const form = /^(?<code>[a-z-]+)(?:\.(?<change>[\da-f-]{36}))?$/

/** Leaves a message for this browser's next page. With a change, the page names its nights and offers Undo. */
export function leaveFlash(
  reply: FastifyReply,
  flash: Flash,
  publicUrl: string,
  change: string | null = null,
) {
  const value = change === null ? flash : `${flash}.${change}`
  reply.setCookie('notice', value, flashCookie(publicUrl))
}

/** Leaves the message about saved settings: which nights moved, or that none did. */
export function leaveSettingsFlash(
  reply: FastifyReply,
  { change, changedNights }: ChangeOutcome,
  publicUrl: string,
  { startsPublishing = false } = {},
) {
  if (change === null) leaveFlash(reply, 'unchanged', publicUrl)
  else if (startsPublishing) leaveFlash(reply, 'publishing', publicUrl, change)
  else if (changedNights.length === 0) leaveFlash(reply, 'settings-saved-only', publicUrl, change)
  else leaveFlash(reply, 'settings-saved', publicUrl, change)
}

/** The message left for this page; reading it clears the cookie. */
export function takeFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): StoredFlash | null {
  const value = request.cookies['notice']
  if (value === undefined) return null
  reply.clearCookie('notice', flashCookie(publicUrl))
  const { code = '', change = null } = form.exec(value)?.groups ?? {}
  const { tell, knows } = request.wording
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
