import {
  readChange,
  readEntriesSince,
  readParentsByEmail,
  type Database,
} from '@night-routine/database'
import type { Wording, People } from '@night-routine/wording'
import type { FlashView, StoredFlash } from '../../flash.ts'
import { changeMessage, changesSince } from './change-message.ts'

/** More than a page can miss while it is open: the plan of a year. */
const mostEntries = 400

/**
 * The message at the top of the home page: the result of the reader's own change with every night that it
 * moved, or what others changed since the page asking was made. Null if there is nothing to say.
 */
export async function readMessage(
  db: Database,
  facts: {
    stored: StoredFlash | null
    since: bigint | null
    /** The address of who reads. */
    reader: string
    people: People
    tonight: Temporal.PlainDate
    wording: Wording
  },
): Promise<FlashView | null> {
  const { stored, since, reader, ...context } = facts
  if (stored !== null) {
    if (stored.change === null) return stored
    const by = stored.code === 'given' ? (context.people.reader ?? null) : null
    const { text: moves } = changeMessage(await readChange(db, stored.change), { ...context, by })
    if (moves === '') return stored
    return { ...stored, text: stored.code === 'given' ? moves : `${stored.text} ${moves}` }
  }
  if (since === null) return null
  const entries = await readEntriesSince(db, { entry: since, limit: mostEntries })
  if (entries.length === 0) return null
  const people = { ...context.people, accounts: await readParentsByEmail(db) }
  const news = changesSince(entries, { ...context, people, reader })
  return news && { text: news.text, trouble: false, undo: null }
}
