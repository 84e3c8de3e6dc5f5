import type { Assignment } from '@night-routine/database/nights'
import type { Caregiver } from '@night-routine/fairness'
import type { Publication } from '@night-routine/database/site'

const day = (text: string) => Temporal.PlainDate.from(text)

/** A stored night, with numbers that make its sentence true for either parent. */
export function assignment(
  night: string,
  caregiver: Caregiver | null,
  more: Partial<Assignment> = {},
): Assignment {
  const reason = caregiver === null ? null : 'Total Count'
  const [own, other] = [
    { total: 14, last30: 7 },
    { total: 16, last30: 9 },
  ]
  const [a, b] = caregiver === 'b' ? [other, own] : [own, other]
  const at = Temporal.Instant.from('2026-11-20T08:00:00Z')
  return {
    id: BigInt(night.replaceAll('-', '')),
    night: day(night),
    caregiver,
    babysitter: null,
    reason,
    override: false,
    explanation: {
      reason,
      totals: { a: a.total, b: b.total },
      last30: { a: a.last30, b: b.last30 },
      streak: { parent: caregiver === 'b' ? 'a' : 'b', nights: 1 },
      away: [],
      absence: null,
    },
    decidedOn: day('2026-11-20'),
    createdAt: at,
    updatedAt: at,
    revision: 1n,
    ...more,
  }
}

/** A night that a person gave to a babysitter. */
export function sitter(night: string, name: string): Assignment {
  return assignment(night, 'babysitter', {
    babysitter: { name },
    override: true,
    reason: 'Override',
  })
}

/** `count` nights from this one on, the parents in turn. */
export function inTurn(from: string, count: number): Assignment[] {
  return Array.from({ length: count }, (_, index) =>
    assignment(day(from).add({ days: index }).toString(), index % 2 === 0 ? 'a' : 'b'),
  )
}

/** Before anything was published. */
export const nothingPublished: Publication = {
  site: null,
  address: null,
  mayCreateSite: true,
  previousSites: null,
  removalRequestedAt: null,
  publishedOn: null,
  publishedAt: null,
  slug: null,
  hasPassword: false,
  passwordAtHost: false,
}
