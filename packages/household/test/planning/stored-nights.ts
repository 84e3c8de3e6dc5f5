import * as fc from 'fast-check'
import { day, stored } from '@night-routine/testing/household'
import type { StoredNight } from '../../src/planning/planning-facts.ts'

export { day, explanation, stored } from '@night-routine/testing/household'

export const someTonight = day('2026-11-20')

/** Stored nights from tonight on: each is missing, open, planned or locked. */
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
