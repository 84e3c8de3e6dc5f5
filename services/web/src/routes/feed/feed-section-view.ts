import type { ShareLink } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import { personName, type KnownPeople } from '../../person-name.ts'

/** The links section of the Sharing page. */
export interface FeedSectionView {
  links: { id: string; madeOn: string; madeBy: string; lastUsedOn: string | null }[]
}

/** The active links: who made them, when, and when they were last used. */
export function feedSectionView({
  tokens,
  people,
  timeZone,
  wording,
}: {
  tokens: readonly ShareLink[]
  people: KnownPeople
  timeZone: string
  wording: Pick<Wording, 'night'>
}): FeedSectionView {
  const date = (at: Temporal.Instant) =>
    wording.night(at.toZonedDateTimeISO(timeZone).toPlainDate())
  return {
    links: tokens.map(({ id, createdBy, createdAt, lastUsedAt }) => ({
      id: id.toString(),
      madeOn: date(createdAt),
      madeBy: personName(createdBy, people),
      lastUsedOn: lastUsedAt && date(lastUsedAt),
    })),
  }
}
