import type { ParentId } from '@night-routine/database'
import {
  settingEntries,
  type Fault,
  type HouseholdSettings,
  type SettingsPage,
} from '@night-routine/household'
import { parentIds } from '@night-routine/fairness'
import { parentNames, type Wording } from '@night-routine/wording'
import { faultOf, fieldView } from './field-view.ts'
import { formOf, pageOf, weekdaysOf, type SettingsForm, type WholeForm } from './settings-form.ts'

interface Facts {
  /** The page; null for every field. */
  page: SettingsPage | null
  settings: HouseholdSettings
  /** What a person typed. */
  form: SettingsForm | undefined
  faults: readonly Fault[]
  wording: Wording
}

/** The fields of a page as typed, else as stored. */
export function fieldsOf({ page, settings, form, faults, wording }: Facts) {
  const stored = formOf(settings)
  const isHere = (field: string) => page === null || pageOf(field) === page
  const shown: ShownForm = {
    values: { ...stored.values, ...form?.values },
    unavailableWeekdays: { ...stored.unavailableWeekdays, ...form?.unavailableWeekdays },
    faults,
    settings,
    wording,
  }
  // A person who gets the changed-settings message has now seen these settings.
  const hasSeen = form === undefined || faults.some(({ field }) => field === 'seen')
  return {
    seen: hasSeen ? stored.seen : form.seen,
    parents: parentIds.filter(id => isHere(weekdaysOf(id))).map(id => parentView(id, shown)),
    sections: sectionViews(page, shown),
    timeZones: isHere('timeZone') ? timeZones : [],
  }
}

const ordinals = { a: 'settings.firstParent', b: 'settings.secondParent' } as const
const settingFields = [
  ...parentIds.flatMap(id => [`parents.${id}.name`, weekdaysOf(id)]),
  ...settingEntries.map(([name]) => name),
]
/** Every field that a fault can lead to. */
export const fieldsOnPages = [...settingFields, 'parent', 'from', 'to']

/** The zones to choose from; Intl lists one name for each zone, and not UTC. */
const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']

interface ShownForm {
  values: WholeForm['values']
  unavailableWeekdays: WholeForm['unavailableWeekdays']
  faults: readonly Fault[]
  settings: HouseholdSettings
  wording: Wording
}

/** The settings of a page that are not about one parent. */
function sectionViews(page: SettingsPage | null, { values, faults, wording }: ShownForm) {
  const here = settingEntries.filter(([, setting]) => page === null || setting.page === page)
  const sections = Map.groupBy(here, ([, { section }]) => section)
  return [...sections].map(([title, entries]) => ({
    title: wording.say(title),
    fields: entries.map(([name, setting]) =>
      fieldView(
        name,
        {
          label: wording.say(setting.label),
          hint: setting.help === undefined ? '' : wording.say(setting.help),
          input: setting.input,
          list: setting.suggestions ?? '',
          placeholder: setting.placeholder ?? '',
          choices: setting.choices(wording),
        },
        { value: values[name], faults },
      ),
    ),
  }))
}

/** The first invalid field of a page first. */
export function inPageOrder(faults: readonly Fault[]): Fault[] {
  const places = new Map(settingFields.map((field, place) => [field, place]))
  const place = ({ field }: Fault) => places.get(field) ?? -1
  return faults.toSorted((one, other) => place(one) - place(other))
}

/** A parent's part of the form. */
function parentView(
  id: ParentId,
  { values, unavailableWeekdays, faults, settings, wording }: ShownForm,
) {
  const name = `parents.${id}.name` as const
  const days = weekdaysOf(id)
  const names = parentNames(settings.parents, wording)
  const week = [0, 1, 2, 3, 4, 5, 6].map(after => ((settings.weekStart - 1 + after) % 7) + 1)
  return {
    name: fieldView(
      name,
      {
        label: wording.say(ordinals[id]),
        placeholder: settings.parents[id].name === null ? names[id] : '',
      },
      { value: values[name], faults },
    ),
    days: {
      id: days,
      legend: wording.say('settings.alwaysAway', { name: names[id] }),
      weekdays: week.map((day, index) => ({
        // A link to the field leads to its first box.
        id: index === 0 ? days : `${days}.${day}`,
        value: String(day),
        label: wording.weekday(day, 'short'),
        long: wording.weekday(day),
        away: unavailableWeekdays[id].includes(String(day)),
      })),
      ...faultOf(days, faults),
    },
  }
}
