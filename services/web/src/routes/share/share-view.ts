import type { NightNote, ShownNight } from '@night-routine/database'
import { monthView, type MonthFacts, type MonthView } from '../home/month-view.ts'

/** The share page. */
export interface ShareView {
  title: string
  month: MonthView
  /** Tonight's note, if it is shared. */
  note: string | null
}

/** A read-only month: who does each night, without reasons. */
export function shareView(
  facts: Omit<MonthFacts, 'selected' | 'readOnly'> & { tonightsNote?: NightNote | null },
): ShareView {
  const month = monthView({
    ...facts,
    nights: facts.nights.map(withoutReasons),
    selected: null,
    readOnly: true,
  })
  const { tonightsNote } = facts
  return { title: month.title, month, note: tonightsNote?.shared ? tonightsNote.note : null }
}

// Absences are private to the household.
function withoutReasons(night: ShownNight): ShownNight {
  return { ...night, explanation: null }
}
