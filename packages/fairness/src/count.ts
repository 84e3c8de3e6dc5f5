import type { Caregiver } from './caregiver.ts'

/** Nights per caregiver. */
export type CaregiverCounts = Record<Caregiver, number>

/** Counts nights, in any order, per caregiver and by month (`YYYY-MM`, in order); open nights count for neither parent. */
export function countNights(
  nights: readonly { night: Temporal.PlainDate; caregiver: Caregiver | null }[],
) {
  const months = [...Map.groupBy(nights, ({ night }) => night.toString().slice(0, -3))]
  const inOrder = months.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    total: countOf(nights),
    months: inOrder.map(([month, of]) => ({ month, counts: countOf(of) })),
  }
}

function countOf(nights: readonly { caregiver: Caregiver | null }[]) {
  const counts: CaregiverCounts = { a: 0, b: 0, babysitter: 0 }
  for (const { caregiver } of nights) if (caregiver !== null) counts[caregiver] += 1
  return counts
}
