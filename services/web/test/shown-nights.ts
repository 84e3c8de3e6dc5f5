import type { NightPreviews, Preview, SwapPreview } from '@night-routine/household'
import type { Assignment } from '@night-routine/database'
import { assignment, inTurn, sitter } from './nights.ts'

/** A name too long for any place. */
export const long = 'Maximiliane-Charlotte'

const explanation = assignment('2026-11-20', 'a').explanation

/**
 * More than a year, to 24 December 2026: a babysitter now and then, a month without anybody, and around
 * tonight (20 November) one night of each kind.
 */
export const nights: Assignment[] = inTurn('2025-11-20', 400)
  .filter(({ night }) => night.toPlainYearMonth().toString() !== '2026-03')
  .map((night, index) => {
    const date = night.night.toString()
    if (date === '2026-11-24') return sitter(date, 'Maria')
    if (date === '2026-11-26') return sitter(date, long)
    if (date === '2026-11-27') return { ...night, override: true, reason: 'Override' }
    if (date === '2026-11-28')
      return { ...night, explanation: explanation && { ...explanation, away: ['a'] } }
    if (date === '2026-11-30')
      return assignment(date, null, {
        explanation: explanation && { ...explanation, away: ['a', 'b'] },
      })
    if (date >= '2026-11-01') return night
    if (index % 17 === 5) return sitter(date, index % 2 ? 'Maria' : long)
    return index % 11 === 3 ? { ...night, caregiver: 'b' } : night
  })

/** Ids of the nights that have their own screen. */
export const shown = {
  planned: '20261121',
  babysitter: '20261124',
  locked: '20261127',
  away: '20261128',
  open: '20261130',
  tooOld: '20261101',
}

/** Saved, and not in the calendar yet. */
export const pendingNight = '2026-11-25'

const nothing = { changed: [], removed: [], openNights: [] }
const moved: Preview = {
  ...nothing,
  changed: [{ night: Temporal.PlainDate.from('2026-11-23'), before: 'a', after: 'b' }],
}

/** What choices for a night would change: giving it to Robin also moves the 23rd. */
export function shownPreviews(locked: boolean): NightPreviews {
  return {
    give: { a: nothing, b: moved },
    babysitter: moved,
    unlock: locked ? { ...nothing, caregiver: 'b' } : null,
  }
}

/** A swap that also moves the 23rd. */
export function shownSwap(night: Assignment, other: Assignment): SwapPreview {
  return { ...moved, nights: [night, other] }
}
