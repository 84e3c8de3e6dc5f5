import type { RecordedNight } from '@night-routine/database'
import { countNights } from '@night-routine/fairness'
import type { Counts } from './details-view.ts'

/** The counts before a night that was stored without them. */
export function countsBefore(night: Temporal.PlainDate, record: readonly RecordedNight[]): Counts {
  const recent = night.subtract({ days: 30 })
  const isRecent = (other: RecordedNight) => Temporal.PlainDate.compare(other.night, recent) >= 0
  return {
    totals: countNights([...record]).total,
    last30: countNights(record.filter(isRecent)).total,
  }
}
