import type { Caregiver } from './caregiver.ts'

/** Nights per caregiver. */
export type CaregiverCounts = Record<Caregiver, number>

/** Nights per caregiver, in total and by month (`YYYY-MM`, in order). */
export interface NightCounts {
  total: CaregiverCounts
  months: { month: string; counts: CaregiverCounts }[]
}

const none = (): CaregiverCounts => ({ a: 0, b: 0, babysitter: 0 })

/** Counts nights per caregiver and month, in any order; open nights count for neither parent. */
export function countNights(
  nights: readonly { night: Temporal.PlainDate; caregiver: Caregiver | null }[],
): NightCounts {
  const total = none()
  const months = new Map<string, CaregiverCounts>()
  for (const { night, caregiver } of nights) {
    const month = night.toString().slice(0, -3)
    const counts = months.get(month) ?? none()
    months.set(month, counts)
    if (caregiver === null) continue
    counts[caregiver] += 1
    total[caregiver] += 1
  }
  const inOrder = [...months].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { total, months: inOrder.map(([month, counts]) => ({ month, counts })) }
}
