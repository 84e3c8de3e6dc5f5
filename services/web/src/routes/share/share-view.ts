import type { NightNote, ShownNight } from '@night-routine/database'
import type { Kind } from '../home/night-cell.ts'
import { monthView, type MonthFacts, type MonthView } from '../home/month-view.ts'

/** The share page. */
export interface ShareView {
  title: string
  month: MonthView
  people: { name: string; kind: Kind }[]
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
  const { names } = facts.people
  const { tonightsNote } = facts
  return {
    title: month.title,
    month,
    note: tonightsNote?.shared ? tonightsNote.note : null,
    people: [
      { name: names.a, kind: 'a' },
      { name: names.b, kind: 'b' },
      { name: facts.words.say('person.babysitter'), kind: 'babysitter' },
    ],
  }
}

// Absences are private to the household.
function withoutReasons(night: ShownNight): ShownNight {
  return { ...night, explanation: null }
}
