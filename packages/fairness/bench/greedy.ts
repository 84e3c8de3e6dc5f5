import { isAway } from '@night-routine/fairness'
import type { Caregiver, ParentId, PlanRequest } from '@night-routine/fairness'

/**
 * The greedy rule, our baseline. Night by night: the parent with fewer nights, else not three in a row, else
 * the parent with fewer of the last 30 nights, else the other one. `a` starts.
 */
export function greedy({ from, to, away, settled, totals, fixed }: PlanRequest) {
  const decided = new Map(
    [...settled, ...fixed].map(({ night, caregiver }) => [night.toString(), caregiver]),
  )
  const counts = { a: 0, b: 0, ...totals }
  const recent: (Caregiver | null)[] = []
  let last: ParentId | null = null
  let row = 0
  const add = (caregiver: Caregiver | null) => {
    recent.push(caregiver)
    if (caregiver !== 'a' && caregiver !== 'b') return
    counts[caregiver] += 1
    row = caregiver === last ? row + 1 : 1
    last = caregiver
  }
  const inLast30 = (parent: ParentId) =>
    recent.slice(-30).filter(caregiver => caregiver === parent).length
  const choose = (): ParentId => {
    const other = last === 'a' ? 'b' : 'a'
    if (counts.a !== counts.b) return counts.a < counts.b ? 'a' : 'b'
    if (row >= 2) return other
    if (inLast30('a') !== inLast30('b')) return inLast30('a') < inLast30('b') ? 'a' : 'b'
    return other
  }
  const first = settled[0]?.night ?? from
  for (let nights = first.until(from).days; nights > 0; nights--)
    add(decided.get(from.subtract({ days: nights }).toString()) ?? null)
  return Array.from({ length: from.until(to).days + 1 }, (_, index) => {
    const night = from.add({ days: index })
    const able = (['a', 'b'] as const).filter(parent => !isAway(away[parent], night))
    const free = able.length === 2 ? choose() : (able[0] ?? null)
    const caregiver = decided.get(night.toString()) ?? free
    add(caregiver)
    return caregiver
  })
}
