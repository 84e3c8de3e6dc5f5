import { CalendarError } from '../errors.ts'
import { valueIn } from '../outside-event.ts'
import { fileName, resolveHref } from './addresses.ts'
import { propfind } from './discovery.ts'
import { textIn } from './multistatus.ts'
import type { Send } from './requests.ts'
import { etagIn, idInName, isSame, isThere } from './resources.ts'
import type { Delta, SyncToken } from './sync-token.ts'

/**
 * The changes of our events by comparison of their versions, for servers without sync. The version of the whole
 * calendar (ctag) says whether to look at all.
 */
export async function deltaByEtags(
  send: Send,
  calendar: URL,
  since: SyncToken | null,
): Promise<Delta> {
  const known = since?.kind === 'ctag' ? since : { ctag: '', etags: {} as Record<string, string> }
  const ctag = await readCtag(send, calendar)
  if (ctag === null) throw new CalendarError('calendar-gone')
  const unchanged = ctag !== '' && ctag === known.ctag
  const asked = { ctag, renamed: since?.renamed ?? {} }
  const listed = unchanged ? null : await listEtags(send, calendar, asked)
  const etags = listed
    ? Object.fromEntries([...listed].map(([name, { etag }]) => [name, etag]))
    : known.etags
  const changed = [...(listed ?? [])].filter(
    ([name, { etag }]) => etag === '' || valueIn(known.etags, name) !== etag,
  )
  return {
    changed: changed.map(([, { href }]) => href),
    removed: Object.keys(known.etags)
      .filter(name => valueIn(etags, name) === undefined)
      .map(name => encodeURIComponent(name)),
    mayBeElsewhere: true,
    mayHaveMissed: false,
    next: renamed => ({ kind: 'ctag', ctag, etags, renamed }),
  }
}

/** The version of the whole calendar: empty where the server has none, null where the calendar does not answer. */
export async function readCtag(send: Send, calendar: URL): Promise<string | null> {
  const found = await propfind(send, calendar, {
    depth: 0,
    properties: ['cs:getctag'],
    readsAll: true,
  })
  const [response] = found?.responses ?? []
  if (response === undefined || response.status >= 400) return null
  return textIn(response.property('cs:getctag')) ?? ''
}

async function listEtags(
  send: Send,
  calendar: URL,
  { ctag, renamed }: { ctag: string; renamed: Record<string, string> },
) {
  const found = await propfind(send, calendar, {
    depth: 1,
    properties: ['d:getetag'],
    readsAll: true,
  })
  if (found === null) throw new CalendarError('unavailable', { detail: 'no list of events' })
  const listed = new Map<string, { href: string; etag: string }>()
  for (const response of found.responses) {
    const url = resolveHref(response.href, calendar)
    if (url === null || !isThere(response, url) || isSame(url, calendar)) continue
    const name = fileName(url)
    if (idInName(url) === null && valueIn(renamed, name) === undefined) continue
    // Without its own, an event may have changed whenever the calendar did.
    listed.set(name, { href: response.href, etag: etagIn(response) ?? ctag })
  }
  return listed
}
