import type { NightNote, ShownNight } from '@night-routine/database/nights'
import { caregiverName } from '../../text/caregiver-name.ts'
import { monthView, type MonthFacts } from '../home/month-view.ts'

const nightsAhead = 7

/** The nights that the top of the page shows, whatever month is below. */
export function comingNights(tonight: Temporal.PlainDate) {
  return { from: tonight, to: tonight.add({ days: nightsAhead }) }
}

/** Who does tonight, the coming nights and a month, without reasons. */
export function shareView({
  coming,
  tonightsNote,
  ...facts
}: Omit<MonthFacts, 'selected' | 'readOnly'> & {
  /** The nights of `comingNights`. */
  coming: readonly ShownNight[]
  tonightsNote: NightNote | null
}) {
  const { tonight: tonightDate, people, wording } = facts
  const month = monthView({ ...facts, nights: facts.nights.map(withoutReasons), readOnly: true })
  const nights = coming.map(night => ({
    isTonight: night.night.equals(tonightDate),
    date: wording.capital(wording.night(night.night)),
    name: caregiverName(night, people, wording),
    kind: night.caregiver ?? ('open' as const),
  }))
  const tonight = nights.find(({ isTonight }) => isTonight) ?? null
  return {
    title: tonight === null ? month.title : wording.say('home.title', { name: tonight.name }),
    tonightDate,
    tonight,
    nights: nights.filter(({ isTonight }) => !isTonight),
    month,
    note: tonightsNote?.shared === true ? tonightsNote.note : null,
  }
}

// Absences are private to the household.
function withoutReasons(night: ShownNight): ShownNight {
  return { ...night, explanation: null }
}
