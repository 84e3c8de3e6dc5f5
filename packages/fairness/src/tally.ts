import { otherParent } from './caregiver.ts'
import type { Caregiver, ParentId } from './caregiver.ts'

/** The counts before a night: totals, the last 30 dates, the streak. */
export interface Tally {
  totals: Record<ParentId, number>
  last30: Record<ParentId, number>
  streak: { parent: ParentId | null; nights: number }
}

/** A tally that grows by one date at a time, with or without a caregiver. */
export interface RunningTally {
  /** The tally before the next date. */
  read(): Tally
  add(caregiver: Caregiver | null): void
}

const window = 30

/** Starts a tally with the counts of older nights. */
export function startTally(older: Record<ParentId, number>): RunningTally {
  const totals = { ...older }
  const last30 = { a: 0, b: 0 }
  const recent: (Caregiver | null)[] = []
  let streak: Tally['streak'] = { parent: null, nights: 0 }
  return {
    read: () => ({ totals: { ...totals }, last30: { ...last30 }, streak }),
    add(caregiver) {
      const left = recent.length < window ? null : recent.shift()
      if (left === 'a' || left === 'b') last30[left] -= 1
      recent.push(caregiver)
      // Babysitter and open nights neither break nor extend a streak.
      if (caregiver !== 'a' && caregiver !== 'b') return
      totals[caregiver] += 1
      last30[caregiver] += 1
      streak = { parent: caregiver, nights: streak.parent === caregiver ? streak.nights + 1 : 1 }
    },
  }
}

/** How many more nights this parent has than the other. */
export function lead(counts: Record<ParentId, number>, parent: ParentId): number {
  return counts[parent] - counts[otherParent(parent)]
}
