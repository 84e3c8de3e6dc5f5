import type { Preview, SwapPreview } from '@night-routine/household'
import type { Assignment } from '@night-routine/database/nights'
import type { OpenAsk } from '../src/nights/asks/asks-view.ts'
import type { Trip } from '../src/nights/home/night-cell.ts'
import { choiceNames, type NightStep } from '../src/nights/sheet/night-steps.ts'
import { now } from './demo-household.ts'
import { assignment, day, inTurn, sitter } from './nights.ts'

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
  /** Alex's. */
  own: '20261121',
  planned: '20261122',
  babysitter: '20261124',
  locked: '20261127',
  away: '20261128',
  open: '20261130',
  tooOld: '20261101',
}

/** Saved, and not in the calendar yet. */
export const pendingNight = '2026-11-25'

const nothing = { changed: [], added: [], removed: [], openNights: [], tonightStays: null }
const moved: Preview = {
  ...nothing,
  changed: [{ night: Temporal.PlainDate.from('2026-11-23'), before: 'a', after: 'b' }],
}

/** Robin is away for three nights, and Alex from the second one on. */
export const shownTrips: Trip[] = [
  { parent: 'b', from: day('2026-12-04'), to: day('2026-12-06') },
  { parent: 'a', from: day('2026-12-05'), to: day('2026-12-08') },
]

/** Christmas Eve counts double. */
export const weightOf = ({ night }: Assignment) => (night.equals(day('2026-12-24')) ? 2 : null)

/** Robin asks Alex, and Alex asks Robin. */
export const shownAsks: OpenAsk[] = [
  askOf({ parent: 'b', night: '2026-11-22', word: 'Concert!', returnNight: '2026-11-21' }),
  askOf({ parent: 'a', night: '2026-12-01', word: null, returnNight: null }),
]

function askOf({
  night,
  returnNight,
  ...asked
}: Pick<OpenAsk['ask'], 'parent' | 'word'> & {
  night: string
  returnNight: string | null
}): OpenAsk {
  const dates = { night: day(night), returnNight: returnNight === null ? null : day(returnNight) }
  const closed = { state: 'open', closedAt: null, closedBy: null, change: null } as const
  const by = { askedBy: `${asked.parent}@example.com`, askedAt: now }
  const ask = {
    id: `6f1c2d3e-0000-4000-8000-00000000000${asked.parent}`,
    ...asked,
    ...dates,
    ...by,
    ...closed,
  }
  return { ask, preview: asked.parent === 'b' ? moved : null }
}

/** Two nights of a month have a note. */
export function isNoted({ night }: Assignment): boolean {
  return night.day === 10 || night.day === 20
}

/** A choice for a night before it is made, as the address asks for it: each also moves the 23rd. */
export function shownStep(
  night: Assignment,
  query: Record<string, string | undefined>,
): NightStep | null {
  const other = nights.find(({ id }) => String(id) === query['swap'])
  const weight = query['weight'] ? Number(query['weight']) : null
  const named = choiceNames.find(name => name === query['choice'])
  const choice = other ? 'swap' : weight === null ? named : 'weight'
  if (choice === undefined) return null
  const to = choice === 'give' ? (query['to'] ?? 'a') : ''
  const absence = { parent: 'a', from: night.night.toString(), to: query['until'] ?? '' }
  const asked = {
    choice,
    to,
    sitter: query['sitter'] ?? '',
    swap: other?.id ?? null,
    weight,
    absence,
  }
  if (other) return { choice, asked, preview: shownSwap(night, other) }
  if (choice === 'unlock') return { choice, asked, preview: { ...nothing, caregiver: 'b' } }
  const isKnown =
    weight !== null ||
    choice === 'give' ||
    choice === 'babysitter' ||
    (choice === 'away' && absence.to !== '')
  return { choice, asked, preview: isKnown ? moved : null }
}

/** A swap that also moves the 23rd. */
export function shownSwap(night: Assignment, other: Assignment): SwapPreview {
  return { ...moved, nights: [night, other] }
}
