import type { ShownNight } from '@night-routine/database'
import type { Kind } from '../home/night-cell.ts'
import { monthView, type MonthFacts, type MonthView } from '../home/month-view.ts'

/** The share page as its template prints it. */
export interface ShareView {
  title: string
  month: MonthView
  people: { name: string; kind: Kind }[]
}

/** A month for people who may look and do nothing: who does each night, and nothing about why. */
export function shareView(facts: Omit<MonthFacts, 'selected' | 'readOnly'>): ShareView {
  const month = monthView({
    ...facts,
    nights: facts.nights.map(withoutReasons),
    selected: null,
    readOnly: true,
  })
  const { names } = facts.people
  return {
    title: month.title,
    month,
    people: [
      { name: names.a, kind: 'a' },
      { name: names.b, kind: 'b' },
      { name: facts.words.say('person.babysitter'), kind: 'babysitter' },
    ],
  }
}

// Who is away when is for the household alone.
function withoutReasons(night: ShownNight): ShownNight {
  return { ...night, explanation: null }
}
