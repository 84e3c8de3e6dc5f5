import type { HouseholdTime } from '@night-routine/database'

/** What a month's page is made from besides what the database says of the household, and the minute. */
export interface PageAsked {
  /** Whose session it is: the page says so. */
  email: string
  household: HouseholdTime
  month: Temporal.PlainYearMonth
  tonight: Temporal.PlainDate
}

/** A page that was made, what it was made of, and for how long the clock alone changes nothing in it. */
interface KeptPage {
  html: Buffer
  /** Of all that the database said for it. */
  digest: string
  /** What the database was when it said so last. */
  snapshot: string
  from: Temporal.Instant
  /** No more at this moment. */
  until: Temporal.Instant
}

/** Some pages by their keys: those that were not asked for the longest time make room for others. */
export interface KeptPages {
  /** The page of this key, if `now` is within its time; whether the database still says the same is another question. */
  find: (key: string, now: Temporal.Instant) => KeptPage | undefined
  keep: (key: string, page: KeptPage) => void
}

/**
 * The same for all pages that differ, if at all, by what the database says and by the time. Whoever adds
 * to the page something that comes from nowhere else adds it here: a test compares kept pages with new ones.
 */
export function pageKey({ email, household, month, tonight }: PageAsked): string {
  const { language, timeZone, dayTurnsAtHour, weekStart } = household
  return JSON.stringify([email, language, timeZone, dayTurnsAtHour, weekStart, month, tonight])
}

/** Keeps at most so many pages, and so many bytes of them. */
export function keepPages({ pages, bytes }: { pages: number; bytes: number }): KeptPages {
  // A map is in the order in which its keys came.
  const kept = new Map<string, KeptPage>()
  let size = 0

  function drop(key: string) {
    size -= kept.get(key)?.html.length ?? 0
    kept.delete(key)
  }

  return {
    find(key, now) {
      const page = kept.get(key)
      if (page === undefined || !isWithin(page, now)) return undefined
      kept.delete(key)
      kept.set(key, page)
      return page
    },
    keep(key, page) {
      drop(key)
      kept.set(key, page)
      size += page.html.length
      for (const oldest of kept.keys())
        if (kept.size > pages || size > bytes) drop(oldest)
        else break
    },
  }
}

function isWithin({ from, until }: KeptPage, now: Temporal.Instant) {
  return Temporal.Instant.compare(from, now) <= 0 && Temporal.Instant.compare(now, until) < 0
}
