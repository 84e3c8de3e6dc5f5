import { escapeXml } from '@night-routine/service'
import { CalendarError } from '../errors.ts'
import { resolveHref } from './addresses.ts'
import { readCtag } from './delta-by-etags.ts'
import { readMultistatus, type DavResponse } from './multistatus.ts'
import { refusalIn, type Refusal } from './refusals.ts'
import type { DavAnswer, Send } from './requests.ts'
import { expectMultistatus, isSame, isThere, report } from './resources.ts'
import type { Delta, SyncToken } from './sync-token.ts'
import { document } from './xml.ts'

/** More pages than any calendar has. */
const mostPages = 200

/**
 * The changes since a token by WebDAV sync (RFC 6578); null for a calendar that has no sync.
 * @throws CalendarError `sync-token-expired` when the server no longer knows the token
 */
export async function deltaBySync(
  send: Send,
  calendar: URL,
  since: SyncToken | null,
): Promise<Delta | null> {
  if (since?.kind === 'ctag') return null
  let token = since?.token ?? ''
  const changed = new Set<string>()
  const removed = new Set<string>()
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await ask(send, calendar, token)
    const found = answer.status === 207 ? readMultistatus(answer.body) : null
    if (found?.syncToken == null) {
      if (token === '' && hasNoSync(answer)) return null
      const isExpired =
        token !== '' && (await isTokenRefused(answer, () => ask(send, calendar, token)))
      if (isExpired) throw new CalendarError('sync-token-expired')
      expectMultistatus(answer)
      // A read without a token finds another way.
      throw new CalendarError('sync-token-expired')
    }
    for (const { href, isGone } of itemsOf(found.responses, calendar))
      if (isGone) removed.add(href)
      else changed.add(href)
    token = found.syncToken
    if (!found.responses.some(response => isTruncated(response, calendar))) break
  }
  const ctag = (await readCtag(send, calendar)) ?? ''
  const isEmpty = changed.size + removed.size === 0
  return {
    changed: [...changed],
    removed: [...removed],
    mayBeElsewhere: false,
    mayHaveMissed: since !== null && isEmpty && isOther(since, { token, ctag }),
    next: (renamed): SyncToken => ({ kind: 'sync', token, ctag, renamed }),
  }
}

/** The events that these responses are about, without the calendar itself. */
function itemsOf(responses: readonly DavResponse[], calendar: URL) {
  return responses.flatMap(response => {
    const { href, status } = response
    const url = resolveHref(href, calendar)
    if (url === null || isSame(url, calendar)) return []
    const isGone = status === 404 || status === 410
    return isGone || isThere(response, url) ? [{ href, isGone }] : []
  })
}

/**
 * Whether a calendar without changes is at another version than ours. A server that was restored from its backup takes
 * a token from after it, and lists nothing.
 */
function isOther(
  since: Extract<SyncToken, { kind: 'sync' }>,
  now: { token: string; ctag: string },
): boolean {
  if (since.token !== now.token) return true
  return Boolean(since.ctag) && now.ctag !== '' && since.ctag !== now.ctag
}

async function ask(send: Send, calendar: URL, token: string): Promise<DavAnswer> {
  const content =
    `<d:sync-token>${escapeXml(token)}</d:sync-token><d:sync-level>1</d:sync-level>` +
    '<d:prop><d:getetag/></d:prop>'
  return report(send, calendar, document('d:sync-collection', content), 0)
}

// 507 for the calendar itself: the new token continues.
function isTruncated({ status, href }: DavResponse, calendar: URL): boolean {
  const url = resolveHref(href, calendar)
  return status === 507 && url !== null && isSame(url, calendar)
}

/**
 * Whether the server forgot the token. Some say `valid-sync-token`, also inside a 207; Xandikos 0.2.8 only answers
 * 500, so a plain 400 or 500 counts when it comes twice.
 */
async function isTokenRefused(answer: DavAnswer, again: () => Promise<DavAnswer>) {
  if (namesToken(refusalIn(answer))) return true
  if (answer.status !== 400 && answer.status !== 500) return false
  const { status } = await again()
  return status === answer.status
}

function namesToken(refusal: Refusal | null): boolean {
  return refusal?.preconditions.includes('valid-sync-token') === true
}

function hasNoSync(answer: DavAnswer): boolean {
  if (answer.status === 207) return readMultistatus(answer.body) !== null
  const { preconditions = [] } = refusalIn(answer) ?? {}
  return [400, 405, 415, 501].includes(answer.status) || preconditions.includes('supported-report')
}
