import { parentIds } from '@night-routine/fairness'
import { createHash } from 'node:crypto'
import type { Transaction } from '@night-routine/database/connection'
import type { ParentId } from '@night-routine/database/nights'
import {
  ChangeRefusedError,
  chosenSettings,
  eachSetting,
  findSetting,
  readHouseholdSettings,
  saveHouseholdSettings,
  settingEntries,
  settingsFaults,
  settingsPages,
  type ChangeOrigin,
  type ChangeOutcome,
  type Fault,
  type HouseholdSettings,
  type SettingName,
  type SettingsPage,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import { everyValue, faultIn, oneValue, type TypedForm } from '../../plugins/typed-form.ts'

type FieldName = 'parents.a.name' | 'parents.b.name' | SettingName

/** The settings as form text. A setting without text stays as it is. */
export interface SettingsForm {
  /** The page with all of these fields; null if no page has them all. */
  page: SettingsPage | null
  /** By the names that the household package uses in faults. */
  values: Partial<Record<FieldName, string>>
  unavailableWeekdays: Partial<Record<ParentId, string[]>>
  ratherNotWeekdays: Partial<Record<ParentId, string[]>>
  /** Identifies the version of the settings that the person saw; empty if missing. */
  seen: string
}

const settingNames = settingEntries.map(([name]) => name)

/** The page that a field of the form stands on. */
export function pageOf(field: string): SettingsPage | undefined {
  return field.startsWith('parents.') ? 'family' : findSetting(field)?.page
}

/** The form with every field. */
export interface WholeForm extends SettingsForm {
  values: Record<FieldName, string>
  unavailableWeekdays: Record<ParentId, string[]>
  ratherNotWeekdays: Record<ParentId, string[]>
}

/** The form with the stored settings. */
export function formOf(settings: HouseholdSettings): WholeForm {
  const { a, b } = settings.parents
  const form = {
    values: {
      'parents.a.name': a.name ?? '',
      'parents.b.name': b.name ?? '',
      ...eachSetting((setting, name) => setting.format(settings[name])),
    },
    unavailableWeekdays: {
      a: a.unavailableWeekdays.map(String),
      b: b.unavailableWeekdays.map(String),
    },
    ratherNotWeekdays: {
      a: a.ratherNotWeekdays.map(String),
      b: b.ratherNotWeekdays.map(String),
    },
  }
  const digest = createHash('sha256').update(JSON.stringify(form)).digest('hex')
  return { page: null, ...form, seen: digest.slice(0, 16) }
}

/**
 * The form as it was posted. A form that names its page has the fields of that page, and any others that it brings;
 * one that names none has them all.
 */
export function postedForm(posted: TypedForm): SettingsForm {
  const named = settingsPages.find(page => page === posted['page'])
  const has = (field: string) =>
    field in posted || (isAlwaysShown(field) && (named === undefined || pageOf(field) === named))
  const fields: FieldName[] = ['parents.a.name', 'parents.b.name', ...settingNames]
  const isElsewhere = (field: string) => (pageOf(field) ?? named) !== named
  const ticked = (fieldOf: (id: ParentId) => string) =>
    Object.fromEntries(
      parentIds
        .filter(id => has(fieldOf(id)))
        .map(id => [id, everyValue(posted, fieldOf(id))] as const),
    )
  return {
    page: named === undefined || Object.keys(posted).some(isElsewhere) ? null : named,
    values: Object.fromEntries(fields.filter(has).map(field => [field, textIn(posted, field)])),
    unavailableWeekdays: ticked(weekdaysOf),
    ratherNotWeekdays: ticked(ratherNotOf),
    seen: oneValue(posted, 'seen'),
  }
}

/** A page shows a setting that needs something only where that is set up. */
function isAlwaysShown(field: string): boolean {
  return findSetting(field)?.needs === undefined
}

/** The text of a field; a week has a field for each weekday. */
function textIn(posted: TypedForm, field: string): string {
  const [first, ...others] = weekOf(field)
  return first in posted
    ? [first, ...others].map(each => oneValue(posted, each)).join(' ')
    : isSwitch(field)
      ? (everyValue(posted, field).at(-1) ?? '')
      : oneValue(posted, field)
}

/** A browser sends "off", then also "on" for a switch that is on. */
function isSwitch(field: string): boolean {
  return findSetting(field)?.input === 'switch'
}

/** The names of the fields of a week, Monday first. */
export function weekOf(field: string): [monday: string, ...string[]] {
  return [`${field}.1`, ...[2, 3, 4, 5, 6, 7].map(day => `${field}.${day}`)]
}

/** The field with a parent's weekdays. */
export function weekdaysOf(id: ParentId) {
  return `parents.${id}.unavailableWeekdays` as const
}

/** The field with the weekdays that a parent would rather not do. */
export function ratherNotOf(id: ParentId) {
  return `parents.${id}.ratherNotWeekdays` as const
}

/** The settings in a form, with the current value of an unreadable or missing field, and all faults. */
export function askedFor(
  { values, unavailableWeekdays, ratherNotWeekdays }: SettingsForm,
  current: HouseholdSettings,
): { settings: HouseholdSettings; faults: Fault[] } {
  const unreadable = settingEntries.filter(([name, setting]) => {
    const text = values[name]
    return text !== undefined && setting.parse(text) === undefined
  })
  const person = (id: ParentId) => ({
    name: nameIn(values[`parents.${id}.name`], current.parents[id].name),
    unavailableWeekdays:
      unavailableWeekdays[id]?.map(dayIn) ?? current.parents[id].unavailableWeekdays,
    ratherNotWeekdays: ratherNotWeekdays[id]?.map(dayIn) ?? current.parents[id].ratherNotWeekdays,
  })
  const settings: HouseholdSettings = {
    ...chosenSettings((setting, name) => {
      const text = values[name]
      // An empty field of a zone that is not chosen yet leaves it so.
      if (text === undefined || text === setting.format(current[name])) return current[name]
      const value = setting.parse(text)
      return value === undefined ? current[name] : value
    }),
    parents: { a: person('a'), b: person('b') },
  }
  const faults = unreadable.map(([name, setting]) => faultIn(name, message(setting.unreadable)))
  return { settings, faults: [...settingsFaults(settings), ...faults] }
}

/** The name in a field; one that is not chosen yet stays so where the field is empty. */
function nameIn(text: string | undefined, current: string | null): string | null {
  return text === undefined || (current === null && text.trim() === '') ? current : text
}

function dayIn(text: string): number {
  return /^\d$/.test(text) ? Number(text) : Number.NaN
}

/**
 * Saves a form, unless the settings changed after the person opened it: two people saving at the same
 * time would silently overwrite each other. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `not-allowed`, with every fault; `changed-since`
 */
export async function saveForm(
  trx: Transaction,
  form: SettingsForm,
  by: ChangeOrigin,
): Promise<ChangeOutcome> {
  const current = await readHouseholdSettings(trx)
  const { settings, faults } = askedFor(form, current)
  if (faults.length > 0) throw new ChangeRefusedError('not-allowed', faults)
  if (form.seen !== '' && form.seen !== formOf(current).seen)
    throw new ChangeRefusedError('changed-since', [
      faultIn('seen', message('refusal.settingsChanged')),
    ])
  return saveHouseholdSettings(trx, { settings, current, ...by })
}
