import { message } from '@night-routine/wording'
import { tonight } from '../tonight.ts'
import type { HouseholdSettings } from './household-settings.ts'
import { ChangeRefusedError, fault } from './refusal.ts'

/**
 * Refuses to start counting on a future night: until then every count would be zero, and each plan would
 * forget the previous one. A date that is already in force stays allowed.
 * @throws ChangeRefusedError `not-allowed`
 */
export function checkCountFrom({
  before,
  wanted,
  now,
}: {
  before: HouseholdSettings
  wanted: HouseholdSettings
  now: Temporal.Instant
}): void {
  const { countFrom } = wanted
  if (countFrom === null || before.countFrom?.equals(countFrom) === true) return
  if (Temporal.PlainDate.compare(countFrom, tonight(wanted, now)) > 0)
    throw new ChangeRefusedError('not-allowed', [
      fault('countFrom', message('refusal.countFromAhead')),
    ])
}
