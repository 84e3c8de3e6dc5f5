import type { ListedSession, Session } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

/** The settings page's part on where a person is signed in, as its template prints it. */
export interface SessionsView {
  sessions: { id: string; device: string; since: string; lastSeen: string; isThis: boolean }[]
  hasOthers: boolean
}

/** Where this person is signed in: this browser first, then the last used. */
export function sessionsView({
  sessions,
  person,
  timeZone,
  words,
}: {
  sessions: readonly ListedSession[]
  person: Pick<Session, 'tokenHash'>
  timeZone: string
  words: Wording
}): SessionsView {
  const date = (at: Temporal.Instant) => words.date(at.toZonedDateTimeISO(timeZone).toPlainDate())
  const isThis = ({ tokenHash }: ListedSession) => tokenHash === person.tokenHash
  const inOrder = [...sessions.filter(isThis), ...sessions.filter(session => !isThis(session))]
  return {
    sessions: inOrder.map(session => ({
      id: session.id.toString(),
      device: session.device ?? words.say('sessions.unknownDevice'),
      since: date(session.createdAt),
      lastSeen: date(session.lastSeenAt),
      isThis: isThis(session),
    })),
    hasOthers: sessions.some(session => !isThis(session)),
  }
}
