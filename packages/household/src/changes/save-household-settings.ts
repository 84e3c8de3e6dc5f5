import type { Transaction } from '@night-routine/database/connection'
import { readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { writeSettings } from './kinds.ts'
import { nothingChanged, recordChange, type ChangeOutcome } from './record-change.ts'
import { checkAgainstNights, checkedSettings } from './check-settings.ts'
import {
  readHouseholdSettings,
  settingsFacts,
  type HouseholdSettings,
} from '../settings/settings.ts'

/**
 * Saves the settings, plans with them and requests a push: a new name appears in every title ahead, and a shorter
 * look-ahead removes nights. Does nothing when no setting changed. A transaction that has read the current settings
 * gives them.
 * @throws ChangeRefusal `not-allowed`, with every fault
 */
export async function saveHouseholdSettings(
  trx: Transaction,
  request: ChangeOrigin & { settings: HouseholdSettings; current?: HouseholdSettings },
): Promise<ChangeOutcome> {
  const { settings, current, ...by } = request
  const wanted = checkedSettings(settings)
  const before = current ?? (await readHouseholdSettings(trx))
  await checkAgainstNights(trx, { before, wanted, now: by.now })
  const facts = changedFacts(before, wanted)
  if (facts === null) return nothingChanged

  await writeSettings(trx, { before, wanted })
  const entry = { action: 'settings-changed', night: null, ...facts }
  return recordChange(trx, [entry], by, await readChangeFacts(trx, by.now))
}

/** The settings that differ, before and after; null when none does. */
function changedFacts(before: HouseholdSettings, after: HouseholdSettings) {
  const old = new Map(Object.entries(settingsFacts(before)))
  const changed = Object.entries(settingsFacts(after)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  )
  if (changed.length === 0) return null
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, old.get(field)])),
    after: Object.fromEntries(changed),
  }
}
