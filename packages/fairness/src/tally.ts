import type { Caregiver, ParentId } from './caregiver.ts'
import type { NightSum } from './night-sum.ts'

/** The nights before a night: in all, of the last 30 dates, and the streak. */
export interface Tally {
  totals: Record<ParentId, number>
  last30: Record<ParentId, number>
  streak: { parent: ParentId | null; nights: number }
  /** The same nights by weight. */
  weighed: { totals: Record<ParentId, number>; last30: Record<ParentId, number> }
  /** What they add to the balance, in units of the ledger. */
  balance: { totals: number; last30: number }
}

/** A tally that grows by one date at a time, with or without a caregiver. */
export type RunningTally = ReturnType<typeof startTally>

const window = 30

/** Starts a tally with what older nights add up to. */
export function startTally(older: NightSum) {
  const { a, b } = older.counts
  const counted = { totals: { a, b }, last30: { a: 0, b: 0 } }
  const weighed = { totals: { ...older.weighed }, last30: { a: 0, b: 0 } }
  const balance = { totals: older.balance, last30: 0 }
  const recent: { caregiver: Caregiver | null; weight: number; step: number }[] = []
  let streak: Tally['streak'] = { parent: null, nights: 0 }
  const copy = ({ totals, last30 }: typeof counted) => ({
    totals: { ...totals },
    last30: { ...last30 },
  })
  return {
    /** The tally before the next date. */
    read: () => ({ ...copy(counted), streak, weighed: copy(weighed), balance: { ...balance } }),
    /** Adds a date: the night's weight, which does not matter without a parent, and its units of the balance. */
    add(caregiver: Caregiver | null, weight: number, step: number): void {
      const left = recent.length < window ? undefined : recent.shift()
      if (left?.caregiver === 'a' || left?.caregiver === 'b') {
        counted.last30[left.caregiver] -= 1
        weighed.last30[left.caregiver] -= left.weight
        balance.last30 -= left.step
      }
      recent.push({ caregiver, weight, step })
      // Babysitter and open nights neither break nor extend a streak.
      if (caregiver !== 'a' && caregiver !== 'b') return
      for (const [tally, nights] of [
        [counted, 1],
        [weighed, weight],
      ] as const) {
        tally.totals[caregiver] += nights
        tally.last30[caregiver] += nights
      }
      balance.totals += step
      balance.last30 += step
      streak = { parent: caregiver, nights: streak.parent === caregiver ? streak.nights + 1 : 1 }
    },
  }
}
