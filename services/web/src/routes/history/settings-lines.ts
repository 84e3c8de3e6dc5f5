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
        before: valueIn(field, before?.[field], facts.words),
        after: valueIn(field, value, facts.words),
      })),
    )
}

function labelOf(field: string, { people, words }: LineFacts): string {
  const { say } = words
  if (field === 'parents.a.name') return say('history.parentAName')
  if (field === 'parents.b.name') return say('history.parentBName')
  if (field === 'parents.a.unavailableWeekdays')
    return say('history.unavailableWeekdays', { name: people.names.a })
  if (field === 'parents.b.unavailableWeekdays')
    return say('history.unavailableWeekdays', { name: people.names.b })
  const setting = findSetting(field)
  return setting === undefined ? field : say(setting.historyLabel ?? setting.label)
}

function valueIn(field: string, value: unknown, words: Wording): string {
  if (Array.isArray(value)) return weekdays(value, words)
  if (value === null || value === undefined || value === '') return words.say('history.none')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return findSetting(field)?.say(value, words) ?? text
}

function weekdays(value: readonly unknown[], words: Wording): string {
  const days = value.map(Number).filter(day => day >= 1 && day <= 7)
  return days.length === 0
    ? words.say('history.none')
    : words.list(days.toSorted((one, other) => one - other).map(day => words.weekday(day)))
}
