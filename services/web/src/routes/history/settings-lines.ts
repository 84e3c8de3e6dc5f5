import type { RecordedEntry } from '@night-routine/database'
import { findSetting } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { LineFacts } from './history-lines.ts'

/** A changed setting, before and after. */
export interface SettingLine {
  label: string
  before: string
  after: string
}

/** The changed settings, with the labels of the settings page. */
export function settingsLines(entries: readonly RecordedEntry[], facts: LineFacts): SettingLine[] {
  return entries
    .filter(({ action }) => action === 'settings-changed' || action === 'settings-undone')
    .flatMap(({ before, after }) =>
      Object.entries(after ?? {}).map(([field, value]) => ({
        label: labelOf(field, facts),
        before: valueIn(field, before?.[field], facts),
        after: valueIn(field, value, facts),
      })),
    )
}

function labelOf(field: string, { people, wording }: LineFacts): string {
  const { say } = wording
  if (field === 'parents.a.name') return say('history.parentAName')
  if (field === 'parents.b.name') return say('history.parentBName')
  if (field === 'parents.a.unavailableWeekdays')
    return say('history.unavailableWeekdays', { name: people.names.a })
  if (field === 'parents.b.unavailableWeekdays')
    return say('history.unavailableWeekdays', { name: people.names.b })
  if (field === 'parents.a.ratherNotWeekdays')
    return say('history.ratherNotWeekdays', { name: people.names.a })
  if (field === 'parents.b.ratherNotWeekdays')
    return say('history.ratherNotWeekdays', { name: people.names.b })
  const setting = findSetting(field)
  return setting === undefined ? field : say(setting.historyLabel ?? setting.label)
}

function valueIn(field: string, value: unknown, { people, wording }: LineFacts): string {
  const setting = findSetting(field)
  if (setting !== undefined && value !== undefined) return setting.say(value, wording, people.names)
  if (value === null && field === 'parents.a.name') return wording.say('person.parentA')
  if (value === null && field === 'parents.b.name') return wording.say('person.parentB')
  if (value === null || value === undefined || value === '') return wording.say('history.none')
  if (Array.isArray(value)) return weekdays(value, wording)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function weekdays(value: readonly unknown[], wording: Wording): string {
  const days = value.map(Number).filter(day => day >= 1 && day <= 7)
  return days.length === 0
    ? wording.say('history.none')
    : wording.list(days.toSorted((one, other) => one - other).map(day => wording.weekday(day)))
}
