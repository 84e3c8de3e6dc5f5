import { sameName } from '@night-routine/calendar'
import { longestHorizon, readNights, type Queryable } from '@night-routine/database'
import { message } from '@night-routine/wording'
import { tonight } from '../tonight.ts'
import type { HouseholdSettings } from './household-settings.ts'
import { oldestChangeable } from '../tonight.ts'
import { ChangeRefusedError, fault } from './refusal.ts'

/**
 * Refuses to rename a parent to the babysitter of a night that may still change: a title with that name
 * could mean both.
 * @throws ChangeRefusedError `not-allowed`
 */
export async function checkNewNames(
  q: Queryable,
  {
    before,
    wanted,
    now,
  }: { before: HouseholdSettings; wanted: HouseholdSettings; now: Temporal.Instant },
): Promise<void> {
  const renamed = (['a', 'b'] as const).filter(
    parent => !sameName(before.parents[parent].name, wanted.parents[parent].name),
  )
  if (renamed.length === 0) return
  const from = oldestChangeable(before, now)
  const nights = await readNights(q, from, tonight(before, now).add({ days: longestHorizon }))
  const faults = renamed.flatMap(parent => {
    const { name } = wanted.parents[parent]
    const booked = nights.find(night => sameName(night.babysitterName ?? '', name))
    if (booked === undefined) return []
    const says = message('refusal.babysittersName', { name, date: booked.night })
    return [fault(`parents.${parent}.name`, says)]
  })
  if (faults.length > 0) throw new ChangeRefusedError('not-allowed', faults)
}
