import * as fc from 'fast-check'
import type { Caregiver, Explanation } from '@night-routine/fairness'
import type { StoredNight } from '../../src/planning/stored-night.ts'

export const day = (text: string) => Temporal.PlainDate.from(text)

export const someTonight = day('2026-11-20')

export const explanation: Explanation = {
  reason: 'Alternating',
  totals: { a: 3, b: 3 },
  last30: { a: 3, b: 3 },
  streak: { parent: 'b', nights: 1 },
  away: [],
  absence: null,
}

/** A night as planning wrote it; a babysitter is always fixed. */
export function stored(
  night: string,
  caregiver: Caregiver | null,
  more: Partial<StoredNight> = {},
): StoredNight {
  const reason = caregiver === null ? null : 'Alternating'
  return {
    night: day(night),
    caregiver,
    override: caregiver === 'babysitter',
    reason,
    explanation: { ...explanation, reason },
    ...more,
  }
}

/** A record from tonight on: each night missing, open, planned or fixed. */
export const anyStored: fc.Arbitrary<StoredNight[]> = fc
  .array(fc.constantFrom('missing', 'open', 'a', 'b', 'fixed a', 'fixed b', 'babysitter'), {
    maxLength: 40,
  })
  .map(kinds =>
    kinds.flatMap((kind, index) => {
      const night = someTonight.add({ days: index }).toString()
      if (kind === 'missing') return []
      if (kind === 'open') return [stored(night, null)]
      if (kind === 'babysitter') return [stored(night, 'babysitter')]
      const caregiver = kind.endsWith('a') ? 'a' : 'b'
      return [stored(night, caregiver, { override: kind.startsWith('fixed') })]
    }),
  )
