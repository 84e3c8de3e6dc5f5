import type { Caregiver } from '@night-routine/fairness'
import { date } from './household.ts'
import type { Planner } from './simulation.ts'

const always = { weekdays: [], ranges: [] }
const debt = 20

const record = (caregiver: Caregiver | null, night: number) =>
  caregiver ? [{ night: date(night), caregiver }] : []

/** The longest streak of one parent in the 180 nights after the other did 20 in a row, planned weekly. */
export function longestRowAfterDebt(plan: Planner): number {
  const done: (Caregiver | null)[] = Array.from({ length: debt }, () => 'a')
  let published: (Caregiver | null)[] = []
  while (done.length < debt + 180) {
    const tonight = done.length
    published = plan({
      from: date(tonight),
      to: date(tonight + 29),
      away: { a: always, b: always },
      settled: done.flatMap(record),
      fixed: [],
      published: published.flatMap((caregiver, index) => record(caregiver, tonight + index)),
    })
    done.push(...published.splice(0, 7))
  }
  let longest = 0
  let row = 0
  for (const [night, caregiver] of done.entries()) {
    row = caregiver === done[night - 1] && night !== debt ? row + 1 : 1
    if (night >= debt) longest = Math.max(longest, row)
  }
  return longest
}
