import { mostSessions, type ListedSession, type Session } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

/** The settings page's part on where a person is signed in, as its template prints it. */
export interface SessionsView {
  sessions: { id: string; device: string; since: string; lastSeen: string; isThis: boolean }[]
  hasOthers: boolean
  /** The number of the page with older sessions, and whether there are newer ones. */
  older: number | null
  isOlder: boolean
}

const onAPage = 10
const lastPage = mostSessions / onAPage

/** The page that an address asks for; the first one where it asks for none. */
export function pageIn(text: unknown): number {
  const page = typeof text === 'string' && /^[1-9]\d?$/.test(text) ? Number(text) : 1
  return page <= lastPage ? page : 1
}

/** What is read for a page: one more than it shows, which says whether there are older ones. */
export function partOf(page: number): { limit: number; offset: number } {
  return { limit: onAPage + 1, offset: (page - 1) * onAPage }
}

/** Where this person is signed in, in the order in which it was read: this browser, then the last used. */
export function sessionsView({
  sessions,
  page = 1,
  person,
  timeZone,
  words,
}: {
  sessions: readonly ListedSession[]
  page?: number
  person: Pick<Session, 'tokenHash'>
  timeZone: string
  words: Wording
}): SessionsView {
  const date = (at: Temporal.Instant) => words.date(at.toZonedDateTimeISO(timeZone).toPlainDate())
  const isThis = ({ tokenHash }: ListedSession) => tokenHash === person.tokenHash
  return {
    sessions: sessions.slice(0, onAPage).map(session => ({
      id: session.id.toString(),
      device: session.device ?? words.say('sessions.unknownDevice'),
      since: date(session.createdAt),
      lastSeen: date(session.lastSeenAt),
      isThis: isThis(session),
    })),
    hasOthers: page > 1 || sessions.some(session => !isThis(session)),
    older: sessions.length > onAPage && page < lastPage ? page + 1 : null,
    isOlder: page > 1,
  }
}
