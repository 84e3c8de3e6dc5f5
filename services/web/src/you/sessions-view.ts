import { mostSessions, type ListedSession, type Session } from '@night-routine/database/people'
import type { Wording } from '@night-routine/wording'

const onAPage = 10
const lastPage = mostSessions / onAPage

/** The page number in the address; the first page by default. */
export function pageIn(text: unknown): number {
  const page = typeof text === 'string' && /^[1-9]\d?$/.test(text) ? Number(text) : 1
  return page <= lastPage ? page : 1
}

/** The range to read for a page: one extra, to see whether there are older ones. */
export function partOf(page: number): { limit: number; offset: number } {
  return { limit: onAPage + 1, offset: (page - 1) * onAPage }
}

/** This person's sessions: this browser first, then the most recently used. */
export function sessionsView(facts: {
  sessions: readonly ListedSession[]
  page: number
  endsAll: boolean
  person: Pick<Session, 'tokenHash'>
  timeZone: string
  wording: Wording
}) {
  const { sessions, page, endsAll, person, timeZone, wording } = facts
  const date = (at: Temporal.Instant) => wording.date(at.toZonedDateTimeISO(timeZone).toPlainDate())
  const isThis = ({ tokenHash }: ListedSession) => tokenHash === person.tokenHash
  return {
    sessions: sessions.slice(0, onAPage).map(session => ({
      id: session.id.toString(),
      device: session.device ?? wording.say('sessions.unknownDevice'),
      since: date(session.createdAt),
      lastSeen: date(session.lastSeenAt),
      isThis: isThis(session),
    })),
    hasOthers: page > 1 || sessions.some(session => !isThis(session)),
    /** Whether to offer to sign out everywhere; the section about signing in does so, where there is one. */
    endsAll,
    older: sessions.length > onAPage && page < lastPage ? page + 1 : null,
    isOlder: page > 1,
  }
}
