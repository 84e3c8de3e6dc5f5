import type { RecordedEntry } from '@night-routine/database'
import { wording, type Wording } from '@night-routine/wording'
import { settingSections } from '../settings/setting-fields.ts'
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
    .filter(({ action }) => action === 'settings-changed')
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
  if (field === 'publish') return say('history.publish')
  if (field === 'publishNames') return say('history.publishNames')
  return fieldOf(field, words)?.label ?? field
}

function fieldOf(field: string, words: Wording) {
  return settingSections(words)
    .flatMap(({ fields }) => fields)
    .find(({ id }) => id === field)
}

function valueIn(field: string, value: unknown, words: Wording): string {
  const { say } = words
  if (Array.isArray(value)) return weekdays(value, words)
  if (typeof value === 'boolean') return value ? say('history.on') : say('history.off')
  if (value === null || value === undefined || value === '') return say('history.none')
  const text = typeof value === 'string' ? value : String(Number(value))
  if (field === 'publishNames') return say(text === 'names' ? 'history.names' : 'history.initials')
  if (field === 'language') return wording(text).ownName
  if (field === 'countFrom') return words.date(Temporal.PlainDate.from(text))
  return fieldOf(field, words)?.choices?.find(choice => choice.value === text)?.label ?? text
}

function weekdays(value: readonly unknown[], words: Wording): string {
  const days = value.map(Number).filter(day => day >= 1 && day <= 7)
  return days.length === 0
    ? words.say('history.none')
    : words.list(days.toSorted((one, other) => one - other).map(day => words.weekday(day)))
}
