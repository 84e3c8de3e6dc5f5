import { parentIds } from '@night-routine/fairness'
import { createHash } from 'node:crypto'
import type { Transaction } from '@night-routine/database/connection'
import type { ParentId } from '@night-routine/database/nights'
import {
  ChangeRefusal,
  chosenSettings,
  eachSetting,
  fieldError,
  findSetting,
  readHouseholdSettings,
  saveHouseholdSettings,
  settingEntries,
  settingsErrors,
  sectionPages,
  settingsPages,
  type ChangeOrigin,
  type ChangeOutcome,
  type FieldError,
  type HouseholdSettings,
  type Setting,
  type SettingsPage,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import {
  oneValue,
  postedValue,
  weekdaysIn,
  type FieldValue,
  type Input,
  type TypedForm,
} from '../../plugins/fields.ts'

/** What is wanted of the settings, as form text or as JSON, by their names in the history; the others stay. */
export interface WantedSettings {
  values: Record<string, FieldValue>
  /** Identifies the version of the settings that the person saw; empty if missing. */
  seen: string
}

/** The settings as a browser sends them. */
export interface SettingsForm extends WantedSettings {
  /** The page with all of these fields; null if no page has them all. */
  page: SettingsPage | null
  values: Record<string, string | string[]>
}

/** The field with a parent's weekdays. */
export const weekdaysOf = (id: ParentId) => `parents.${id}.unavailableWeekdays` as const

/** The field with the weekdays that a parent would rather not do. */
export const ratherNotOf = (id: ParentId) => `parents.${id}.ratherNotWeekdays` as const

/** Every field of the settings, in the order of the pages. */
export const settingInputs = new Map<string, Input>([
  ...parentIds.flatMap((id): [string, Input][] => [
    [`parents.${id}.name`, 'text'],
    [weekdaysOf(id), 'weekdays'],
    [ratherNotOf(id), 'weekdays'],
  ]),
  ...settingEntries.map(([name, { input }]): [string, Input] => [name, input]),
])

/** The page that a field of the form stands on. */
export function pageOf(field: string): SettingsPage | undefined {
  if (field.startsWith('parents.')) return 'family'
  const { section } = findSetting(field) ?? {}
  return section && sectionPages[section]
}

/** Whether a setting is part of what the parents agreed on, which has a form of its own. */
export function isAgreed(field: string): boolean {
  return findSetting(field)?.section === 'settings.split'
}

/** The form with the stored settings. */
export function formOf(settings: HouseholdSettings): SettingsForm {
  const values: SettingsForm['values'] = eachSetting((setting, name) =>
    setting.format(settings[name]),
  )
  for (const id of parentIds) {
    const { name, unavailableWeekdays, ratherNotWeekdays } = settings.parents[id]
    values[`parents.${id}.name`] = name ?? ''
    values[weekdaysOf(id)] = unavailableWeekdays.map(String)
    values[ratherNotOf(id)] = ratherNotWeekdays.map(String)
  }
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex')
  return { page: null, values, seen: digest.slice(0, 16) }
}

/**
 * The form as it was posted. A form that names its page has the fields of that page, and any others that it brings;
 * one that names none has them all.
 */
export function postedForm(posted: TypedForm): SettingsForm {
  const named = settingsPages.find(page => page === posted['page'])
  // A page shows a setting that needs something only where that is set up.
  const isShown = (field: string) =>
    findSetting(field)?.needs === undefined && (named === undefined || pageOf(field) === named)
  const isElsewhere = (field: string) => (pageOf(field) ?? named) !== named
  return {
    page: named === undefined || Object.keys(posted).some(isElsewhere) ? null : named,
    values: Object.fromEntries(
      [...settingInputs]
        .filter(([field]) => !isAgreed(field) && (field in posted || isShown(field)))
        .map(([field, input]) => [field, postedValue(posted, field, input)]),
    ),
    seen: oneValue(posted, 'seen'),
  }
}

/** The settings that are wanted, with the current value where one is unreadable or missing, and all faults. */
export function askedFor({ values }: Pick<WantedSettings, 'values'>, current: HouseholdSettings) {
  const faults: FieldError[] = []
  const person = (id: ParentId) => {
    const { name, unavailableWeekdays, ratherNotWeekdays } = current.parents[id]
    const days = (field: string) => (field in values ? weekdaysIn(values[field]) : undefined)
    return {
      name: nameIn(values[`parents.${id}.name`], name),
      unavailableWeekdays: days(weekdaysOf(id)) ?? unavailableWeekdays,
      ratherNotWeekdays: days(ratherNotOf(id)) ?? ratherNotWeekdays,
    }
  }
  const settings: HouseholdSettings = {
    ...chosenSettings((setting, name) => {
      const given = values[name]
      // An empty field of a zone that is not chosen yet leaves it so.
      if (given === undefined || (given ?? '') === setting.format(current[name]))
        return current[name]
      const value = valueIn(setting, given)
      if (value === undefined)
        faults.push(fieldError(name, message(setting.unreadable ?? setting.refusal)))
      return value === undefined ? current[name] : value
    }),
    parents: { a: person('a'), b: person('b') },
  }
  return { settings, faults: [...settingsErrors(settings), ...faults] }
}

/** The value of a setting: JSON has numbers, switches and weeks as they are, and everything else as a form has it. */
function valueIn(setting: Setting<unknown>, given: FieldValue): unknown {
  const { input } = setting
  if (input === 'agreements' && typeof given === 'object')
    return setting.parse(JSON.stringify(given))
  const isText = typeof given === 'string' || given === null || input === 'text' || input === 'date'
  return isText ? setting.parse(textOf(given)) : given
}

/** What is given as text; a list is none. */
function textOf(given: FieldValue = ''): string {
  return typeof given === 'object' ? '' : String(given)
}

/** The name in a field; one that is not chosen yet stays so where the field is empty. */
function nameIn(given: FieldValue | undefined, current: string | null): string | null {
  const text = textOf(given)
  return given === undefined || (current === null && text.trim() === '') ? current : text
}

/** What is asked of the settings that are stored, with all faults. */
export type Asking = (current: HouseholdSettings) => ReturnType<typeof askedFor>

/**
 * Saves settings, unless they changed after the person saw them: two people saving at the same time would silently
 * overwrite each other. Call it inside `householdTransaction`.
 * @throws ChangeRefusal `not-allowed`, with every fault; `changed-since`
 */
export async function saveAsked(
  trx: Transaction,
  { ask, seen }: { ask: Asking } & Pick<WantedSettings, 'seen'>,
  by: ChangeOrigin,
): Promise<ChangeOutcome> {
  const current = await readHouseholdSettings(trx)
  const { settings, faults } = ask(current)
  if (faults.length > 0) throw new ChangeRefusal('not-allowed', faults)
  if (seen !== '' && seen !== formOf(current).seen)
    throw new ChangeRefusal('changed-since', [
      fieldError('seen', message('refusal.settingsChanged')),
    ])
  return saveHouseholdSettings(trx, { settings, current, ...by })
}
