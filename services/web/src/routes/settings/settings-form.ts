import { createHash } from 'node:crypto'
import type { ParentId, Transaction } from '@night-routine/database'
import {
  ChangeRefusedError,
  chosenSettings,
  eachSetting,
  readHouseholdSettings,
  saveHouseholdSettings,
  settingEntries,
  settingsFaults,
  type ChangeOrigin,
  type ChangeOutcome,
  type Fault,
  type HouseholdSettings,
  type SettingName,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import { everyValue, faultIn, oneValue, type TypedForm } from './typed-form.ts'

/** The settings as form text. */
export interface SettingsForm {
  /** By the names that the household package uses in faults. */
  values: Record<'parents.a.name' | 'parents.b.name' | SettingName, string>
  unavailableWeekdays: Record<ParentId, string[]>
  /** Identifies the version of the settings that the person saw; empty if missing. */
  seen: string
}

/** The form with the stored settings. */
export function formOf(settings: HouseholdSettings): SettingsForm {
  const { a, b } = settings.parents
  const form = {
    values: {
      'parents.a.name': a.name,
      'parents.b.name': b.name,
      ...eachSetting((setting, name) => setting.format(settings[name])),
    },
    unavailableWeekdays: {
      a: a.unavailableWeekdays.map(String),
      b: b.unavailableWeekdays.map(String),
    },
  }
  const digest = createHash('sha256').update(JSON.stringify(form)).digest('hex')
  return { ...form, seen: digest.slice(0, 16) }
}

/** The form as it was posted. */
export function postedForm(posted: TypedForm): SettingsForm {
  return {
    values: {
      'parents.a.name': oneValue(posted, 'parents.a.name'),
      'parents.b.name': oneValue(posted, 'parents.b.name'),
      ...eachSetting((_setting, name) => oneValue(posted, name)),
    },
    unavailableWeekdays: {
      a: everyValue(posted, 'parents.a.unavailableWeekdays'),
      b: everyValue(posted, 'parents.b.unavailableWeekdays'),
    },
    seen: oneValue(posted, 'seen'),
  }
}

/** The settings in a form, with the current value of an unreadable field, and all faults. */
export function askedFor(
  { values, unavailableWeekdays }: SettingsForm,
  current: HouseholdSettings,
): { settings: HouseholdSettings; faults: Fault[] } {
  const unreadable = settingEntries.filter(
    ([name, setting]) => setting.parse(values[name]) === undefined,
  )
  const person = (id: ParentId) => ({
    name: values[`parents.${id}.name`],
    unavailableWeekdays: unavailableWeekdays[id].map(dayIn),
  })
  const settings: HouseholdSettings = {
    ...chosenSettings((setting, name) => {
      const value = setting.parse(values[name])
      return value === undefined ? current[name] : value
    }),
    parents: { a: person('a'), b: person('b') },
  }
  const faults = unreadable.map(([name, setting]) => faultIn(name, message(setting.unreadable)))
  return { settings, faults: [...settingsFaults(settings), ...faults] }
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
