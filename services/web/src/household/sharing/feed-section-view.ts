import type { ShareLink } from '@night-routine/database/people'
import type { Wording } from '@night-routine/wording'
import { personIn, type KnownPeople } from '../../text/person-name.ts'

/** The active links: who made them, when, and when they were last used. */
export function feedSectionView(facts: {
  /** The reader's address. */
  email: string
  tokens: readonly ShareLink[]
  people: KnownPeople
  timeZone: string
  wording: Pick<Wording, 'night'>
}) {
  const { tokens, people, email, timeZone, wording } = facts
  const date = (at: Temporal.Instant) =>
    wording.night(at.toZonedDateTimeISO(timeZone).toPlainDate())
  return {
    links: tokens.map(({ id, createdBy, createdAt, lastUsedAt, isKept }) => ({
      id: id.toString(),
      madeOn: date(createdAt),
      madeBy: { ...personIn(createdBy, people), isReader: createdBy === email },
      lastUsedOn: lastUsedAt && date(lastUsedAt),
      /** The reader made it, and can see it again. */
      canShow: createdBy === email && isKept,
      /** The reader made it before links could be shown again. */
      isOld: createdBy === email && !isKept,
    })),
  }
}
