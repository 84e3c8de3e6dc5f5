import type { RecordedEntry } from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { findSetting, isFirstNaming, kinds, stepsIn } from '@night-routine/household'
import { parentIn, type Wording } from '@night-routine/wording'
import { labelsOf } from './person-name.ts'
import type { LineFacts } from './history-lines.ts'

/** Whether a change named the parents for the first time: that is the set-up, and each of its settings was new. */
export function isSetUp(first: RecordedEntry): boolean {
  return first.action === 'settings-changed' && isFirstNaming(first)
}

/** The changed settings, before and after, with the labels of the settings page. */
export function settingsLines(entries: readonly RecordedEntry[], facts: LineFacts) {
  return stepsIn(kinds.settings, entries).flatMap(({ before, after }) =>
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
  for (const id of parentIds) {
    const name = parentIn(people, id)
    if (field === `parents.${id}.unavailableWeekdays`)
      return say('history.unavailableWeekdays', { name })
    if (field === `parents.${id}.ratherNotWeekdays`)
      return say('history.ratherNotWeekdays', { name })
  }
  const setting = findSetting(field)
  return setting === undefined ? field : say(setting.historyLabel ?? setting.label)
}

function valueIn(field: string, value: unknown, { people, wording }: LineFacts): string {
  const setting = findSetting(field)
  if (setting !== undefined && value !== undefined)
    return setting.say(value, wording, labelsOf(people, wording))
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
