import type { ShownNight } from '@night-routine/database'
import { monthView, type MonthFacts, type MonthView } from '../home/month-view.ts'

/** The share page. */
export interface ShareView {
  title: string
  month: MonthView
}

/** A read-only month: who does each night, without reasons. */
export function shareView(facts: Omit<MonthFacts, 'selected' | 'readOnly'>): ShareView {
  const month = monthView({
    ...facts,
    nights: facts.nights.map(withoutReasons),
    selected: null,
    readOnly: true,
  })
  return { title: month.title, month }
}

// Absences are private to the household.
function withoutReasons(night: ShownNight): ShownNight {
  return { ...night, explanation: null }
}
