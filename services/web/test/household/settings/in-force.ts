import type { HouseholdSettings } from '@night-routine/household'
import { parents, settings } from '../../demo-household.ts'

const { installation: _installation, lastPlannedOn: _day, ...rest } = settings

/** The settings of the demo household, as the page reads them. */
export const inForce: HouseholdSettings = {
  ...rest,
  parents: {
    a: { name: parents.a.name, unavailableWeekdays: [], ratherNotWeekdays: [] },
    b: { name: parents.b.name, unavailableWeekdays: [], ratherNotWeekdays: [] },
  },
}
