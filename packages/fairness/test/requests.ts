import type { Availability, Caregiver, NightRecord, PlanRequest } from '@night-routine/fairness'

/** The first night of every request here: a Monday. */
export const monday = Temporal.PlainDate.from('2026-01-05')

export const day = (index: number) => monday.add({ days: index })

export const always: Availability = { weekdays: [], ranges: [] }

/** A stretch of away nights, by number, both ends inclusive. */
export const awayFrom = (first: number, last: number): Availability => ({
  weekdays: [],
  ranges: [{ from: day(first), to: day(last) }],
})

const names: Record<string, Caregiver> = { a: 'a', b: 'b', s: 'babysitter' }

/** Nights written as letters from a first number on: `a`, `b`, `s` (babysitter); anything else is none. */
export function records(text: string, first = 0): NightRecord[] {
  return Array.from(text).flatMap((letter, index) => {
    const caregiver = names[letter]
    return caregiver ? [{ night: day(first + index), caregiver }] : []
  })
}

/** The same letters for a plan; an open night is `.`. */
export function letters(nights: readonly { caregiver: Caregiver | null }[]): string {
  return nights.map(({ caregiver }) => caregiver?.replace('babysitter', 's') ?? '.').join('')
}

/** A request for this many nights from the first Monday on; what is not given is empty. */
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
