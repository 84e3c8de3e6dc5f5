import type { HistoryFacts, RecordedEntry, Transaction } from '@night-routine/database'
import { parentIds } from '@night-routine/fairness'
import { isDeepStrictEqual } from 'node:util'
import { checkAgainstNights, checkedSettings } from '../settings/check-settings.ts'
import { isNamed } from '../settings/not-chosen.ts'
import { writeSettings } from '../settings/save-household-settings.ts'
import { settingsFacts, settingsWith, type HouseholdSettings } from '../settings/settings.ts'
import type { ChangeEntry } from './record-change.ts'

/** The settings that a change set, before and after. */
export interface SettingsOfChange {
  before: HistoryFacts
  after: HistoryFacts
}

/** The settings that a change set, if it did. */
export function settingsOfChange(entries: readonly RecordedEntry[]): SettingsOfChange | undefined {
  for (const { action, before, after } of entries)
    if (action === 'settings-changed' || action === 'settings-undone')
      return { before: before ?? {}, after: after ?? {} }
  return undefined
}

/** Whether these settings are still as the change left them. */
export function areSettingsInEffect(
  { after }: SettingsOfChange,
  settings: HouseholdSettings,
): boolean {
  const current = new Map<string, unknown>(Object.entries(settingsFacts(settings)))
  return Object.entries(after).every(([field, value]) =>
    isDeepStrictEqual(current.get(field), value),
  )
}

/** Whether the change named a parent for the first time, so that there is no name to go back to. */
export function isFirstNaming({ before }: SettingsOfChange): boolean {
  return parentIds.some(parent => {
    const name = before[`parents.${parent}.name`]
    return typeof name === 'string' && !isNamed(parent, name)
  })
}

/**
 * Saves the settings from before a change; the entry for the history.
 * @throws ChangeRefusedError `not-allowed`, where a later booking or date forbids them
 */
export async function undoSettings(
  trx: Transaction,
  { before, after }: SettingsOfChange,
  { current, now }: { current: HouseholdSettings; now: Temporal.Instant },
): Promise<ChangeEntry> {
  const wanted = checkedSettings(settingsWith(current, before))
  await checkAgainstNights(trx, { before: current, wanted, now })
  await writeSettings(trx, { before: current, wanted })
  return { action: 'settings-undone', night: null, before: after, after: before }
}
