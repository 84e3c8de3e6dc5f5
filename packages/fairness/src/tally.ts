import type { Caregiver, ParentId } from './caregiver.ts'

/** The nights before a night: in all, of the last 30 dates, and the streak. */
export interface Tally {
  totals: Record<ParentId, number>
  last30: Record<ParentId, number>
  streak: { parent: ParentId | null; nights: number }
  /** The same nights by weight. */
  weighed: { totals: Record<ParentId, number>; last30: Record<ParentId, number> }
}

/** A tally that grows by one date at a time, with or without a caregiver. */
export interface RunningTally {
  /** The tally before the next date. */
  read(): Tally
  /** @param weight the night's weight; does not matter without a parent */
  add(caregiver: Caregiver | null, weight: number): void
}

const window = 30

/** Starts a tally with the counts of older nights and their weight. */
export function startTally(
  older: Record<ParentId, number>,
  olderWeighed: Record<ParentId, number> = older,
): RunningTally {
  const counted = { totals: { ...older }, last30: { a: 0, b: 0 } }
  const weighed = { totals: { ...olderWeighed }, last30: { a: 0, b: 0 } }
  const recent: { caregiver: Caregiver | null; weight: number }[] = []
  let streak: Tally['streak'] = { parent: null, nights: 0 }
  const copy = ({ totals, last30 }: typeof counted) => ({
    totals: { ...totals },
    last30: { ...last30 },
  })
  return {
    read: () => ({ ...copy(counted), streak, weighed: copy(weighed) }),
    add(caregiver, weight) {
      const left = recent.length < window ? undefined : recent.shift()
      if (left?.caregiver === 'a' || left?.caregiver === 'b') {
        counted.last30[left.caregiver] -= 1
        weighed.last30[left.caregiver] -= left.weight
      }
      recent.push({ caregiver, weight })
      // Babysitter and open nights neither break nor extend a streak.
      if (caregiver !== 'a' && caregiver !== 'b') return
      for (const [tally, nights] of [
        [counted, 1],
        [weighed, weight],
      ] as const) {
        tally.totals[caregiver] += nights
        tally.last30[caregiver] += nights
      }
      streak = { parent: caregiver, nights: streak.parent === caregiver ? streak.nights + 1 : 1 }
    },
  }
}
