import { readChange, readEntriesSince, type RecordedEntry } from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { tonight } from '@night-routine/household'
import { movesText, type Assignee } from '@night-routine/wording'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebContext } from './context.ts'
import { isFlashShown, storedFlash, storedNews, turnFlash, type StoredFlash } from './flash.ts'
import { historySentence } from '../text/history-sentence.ts'
import { changeMessage, changesSince, isDecided } from '../text/change-message.ts'
import { signedIn } from './sessions.ts'

/** A message that lies over the page. */
export interface Toast {
  text: string
  /** Something did not work. */
  trouble: boolean
  /** The change that the Undo button undoes, if any. */
  undo: string | null
  /** Says what others did since the entry that the page asked about. */
  isNews: boolean
  /** Who had the nights that it is about, by date. */
  was: ReadonlyMap<string, Assignee>
}

/** Reads the message of a request: what others did `since` an entry, or else what the browser holds. */
export type ReadToast = (request: FastifyRequest, since: bigint | null) => Promise<Toast | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** The message over the page, read once per request. */
    readToast(since?: bigint | null): Promise<Toast | null>
    toastRead: Promise<Toast | null> | null
    /** An open page asks what happened since: its message stays. */
    isLive: boolean
  }
}

/** The next page of a person who is signed in shows their message, unless it says that something was refused. */
export function toasts(service: FastifyInstance, read: ReadToast) {
  service.decorateRequest('toastRead', null)
  service.decorateRequest('isLive', false)
  service.decorateRequest('readToast', async function (since = null) {
    if (this.sessionContext === null) return null
    this.isLive ||= since !== null
    this.toastRead ??= read(this, since)
    return this.toastRead
  })
  service.addHook('onSend', async (request, reply) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (isPage && request.sessionContext !== null && !request.isLive) turnFlash(request, reply)
  })
}

/** More than a page can miss while it is open: the plan of a year. */
const mostEntries = 400

/** The result of the reader's own change with every night that it moved, or what others changed. */
export function toastReader({ db, clock }: Pick<WebContext, 'db' | 'clock'>): ReadToast {
  return async (request, since) => {
    const { session, settings, people } = signedIn(request)
    const context = { people, tonight: tonight(settings, clock.now()), wording: request.wording }

    const readNews = async (entry: bigint) => {
      const entries = await readEntriesSince(db, { entry, limit: mostEntries })
      if (entries.length === 0) return null
      const known = { ...people, accounts: await readParentsByEmail(db) }
      const news = changesSince(entries, { ...context, people: known, reader: session.email })
      return news && { ...plain, isNews: true, text: news.text, was: formerOf(news.moves) }
    }

    const sentenceOf = async (first: RecordedEntry, entries: readonly RecordedEntry[]) => {
      const known = { ...people, accounts: await readParentsByEmail(db) }
      const facts = { ...context, people: known, near: context.tonight }
      return `${historySentence(first, entries, facts)}.`
    }

    const news = since === null ? null : await readNews(since)
    if (news !== null) return news
    if (since === null && isFlashShown(request)) return null
    const held = storedNews(request)
    if (held !== null) return readNews(held)
    const stored = storedFlash(request)
    if (stored === null) return null
    if (stored.change === null) return toastOf(stored)
    const by = stored.code === 'given' ? (people.reader ?? null) : null
    const entries = await readChange(db, stored.change)
    const { moves } = changeMessage(entries, { ...context, by })
    const [first] = entries
    // The nights of a range are named by its dates.
    const isRange = first?.action === 'range-planned'
    const told = isRange ? moves.filter(move => !isDecided(move)) : moves
    const text = movesText(told, { ...context, by })
    // What Undo undoes has a name, also where no night that a person decided says so.
    const isNamed = told.some(isDecided) || first === undefined || stored.undo === null
    const what = isNamed ? '' : await sentenceOf(first, entries)
    const said = stored.code === 'given' ? [text] : [stored.text, what, text]
    return { ...toastOf(stored), text: said.filter(Boolean).join(' '), was: formerOf(moves) }
  }
}

const plain = { trouble: false, undo: null, isNews: false, was: new Map() }

/** A stored message, without what its change did. */
export function toastOf({ text, trouble, undo }: StoredFlash): Toast {
  return { ...plain, text, trouble, undo }
}

function formerOf(moves: readonly { night: Temporal.PlainDate; before: Assignee }[]): Toast['was'] {
  return new Map(moves.map(({ night, before }) => [night.toString(), before]))
}
