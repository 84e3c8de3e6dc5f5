import type { ShareLink } from '@night-routine/database'
import type { Settings } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'

/** The links section of the settings page. */
export interface FeedSectionView {
  links: { id: string; madeOn: string; madeBy: string; lastUsedOn: string | null }[]
}

/** The active links: who made them, when, and when they were last used. */
export function feedSectionView({
  tokens,
  settings,
  words,
}: {
  tokens: readonly ShareLink[]
  settings: Pick<Settings, 'timeZone'>
  words: Pick<Wording, 'night'>
}): FeedSectionView {
  const date = (at: Temporal.Instant) =>
    words.night(at.toZonedDateTimeISO(settings.timeZone).toPlainDate())
  return {
    links: tokens.map(({ id, createdBy, createdAt, lastUsedAt }) => ({
      id: id.toString(),
      madeOn: date(createdAt),
      madeBy: createdBy,
      lastUsedOn: lastUsedAt && date(lastUsedAt),
    })),
  }
}
