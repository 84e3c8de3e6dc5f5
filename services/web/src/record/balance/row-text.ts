import { parentIds, type NightSum } from '@night-routine/fairness'
import { statisticsColumns, type Wording } from '@night-routine/wording'
import { labelsOf } from '../../text/person-name.ts'
import type { Speaker } from './balance-text.ts'
import type { StatisticsRow } from './statistics-rows.ts'

/** The columns of numbers: nights by caregiver, and what the parents' nights weigh where that differs. */
export function numberColumns({ account, people, wording }: Speaker): NumberColumn[] {
  const names = labelsOf(people, wording)
  const counts = statisticsColumns.map(({ heading, value }) => ({
    heading: heading(names, wording),
    value: (sum: NightSum) => value(sum.counts),
  }))
  if (!account.isWeighed) return counts
  const weighed = parentIds.map(parent => ({
    heading: wording.say('statistics.weighed', { name: names[parent] }),
    value: (sum: NightSum) => sum.weighed[parent],
  }))
  return [...counts, ...weighed]
}

interface NumberColumn {
  heading: string
  value: (sum: NightSum) => number
}

/** The month of a row, as `named` writes it, or that the row is of earlier or later nights. */
export function periodText(
  { period, month, isNext }: Pick<StatisticsRow, 'period' | 'month' | 'isNext'>,
  named: (month: string) => string,
  { say }: Pick<Wording, 'say'>,
): string {
  if (period === 'before') return say('statistics.earlier')
  if (isNext) return named(Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString())
  return period === 'after' ? say('statistics.later') : named(month)
}
