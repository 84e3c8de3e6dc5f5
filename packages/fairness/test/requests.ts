import type { Availability, Caregiver, NightRecord, PlanRequest } from '@night-routine/fairness'

/** The first night of every request here: a Monday. */
export const monday = Temporal.PlainDate.from('2026-01-05')

export const day = (index: number) => monday.add({ days: index })

export const always: Availability = { weekdays: [], ranges: [] }

/** Absent nights by number, both ends inclusive. */
export const awayFrom = (first: number, last: number): Availability => ({
  weekdays: [],
  ranges: [{ from: day(first), to: day(last) }],
})

/** Each weekday weighs this. */
export const everyDay = (weight: number) =>
  Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map(weekday => [weekday, weight]))

const names: Record<string, Caregiver> = { a: 'a', b: 'b', s: 'babysitter' }

/** Nights as letters, starting at a number: `a`, `b`, `s` (babysitter); other letters are skipped. */
export function records(text: string, first = 0): NightRecord[] {
  return Array.from(text).flatMap((letter, index) => {
    const caregiver = names[letter]
    return caregiver ? [{ night: day(first + index), caregiver }] : []
  })
}

/** A plan as the same letters; `.` is an open night. */
export function letters(nights: readonly { caregiver: Caregiver | null }[]): string {
  return nights.map(({ caregiver }) => caregiver?.replace('babysitter', 's') ?? '.').join('')
}

/** A request for this many nights from the first Monday on; the rest is empty by default. */
export function request(nights: number, given: Partial<PlanRequest> = {}): PlanRequest {
  return {
    from: day(0),
    to: day(nights - 1),
    away: { a: always, b: always },
    settled: [],
    fixed: [],
    published: [],
    ...given,
  }
}
