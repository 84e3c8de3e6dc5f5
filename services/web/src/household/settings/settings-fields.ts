import type { ParentId } from '@night-routine/database/nights'
import {
  findSetting,
  settingEntries,
  type Fault,
  type HouseholdSettings,
  type SettingName,
  type SettingsPage,
} from '@night-routine/household'
import { parentIds } from '@night-routine/fairness'
import { parentNames, type Wording } from '@night-routine/wording'
import { faultOf, fieldView, type FieldPlan, type FieldView } from './field-view.ts'
import { repeatingField } from '../absences/repeating-form.ts'
import {
  formOf,
  pageOf,
  ratherNotOf,
  weekdaysOf,
  weekOf,
  type SettingsForm,
  type WholeForm,
} from './settings-form.ts'

interface Facts {
  /** The page; null for every field. */
  page: SettingsPage | null
  settings: HouseholdSettings
  /** What a person typed. */
  form: SettingsForm | undefined
  faults: readonly Fault[]
  /** Whether the installation has a broker for Home Assistant. */
  hasBroker: boolean
  wording: Wording
}

/** The fields of a page as typed, else as stored. */
export function fieldsOf({ page, settings, form, faults, hasBroker, wording }: Facts) {
  const stored = formOf(settings)
  const isHere = (field: string) => page === null || pageOf(field) === page
  const shown: ShownForm = {
    values: { ...stored.values, ...form?.values },
    unavailableWeekdays: { ...stored.unavailableWeekdays, ...form?.unavailableWeekdays },
    ratherNotWeekdays: { ...stored.ratherNotWeekdays, ...form?.ratherNotWeekdays },
    isTyped: form !== undefined,
    faults,
    settings,
    hasBroker,
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
  ...parentIds.flatMap(id => [`parents.${id}.name`, weekdaysOf(id), ratherNotOf(id)]),
  ...settingEntries.map(([name]) => name),
]
/** Every field that a fault can lead to. */
export const fieldsOnPages = [
  ...settingFields,
  'parent',
  'from',
  'to',
  ...['parent', 'weekdays', 'everyWeeks', 'cycle', 'from', 'to'].map(repeatingField),
]

/** The zones to choose from; Intl lists one name for each zone, and not UTC. */
const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']

interface ShownForm {
  values: WholeForm['values']
  unavailableWeekdays: WholeForm['unavailableWeekdays']
  ratherNotWeekdays: WholeForm['ratherNotWeekdays']
  /** A person has sent it, to save it or to see what it would change. */
  isTyped: boolean
  faults: readonly Fault[]
  settings: HouseholdSettings
  hasBroker: boolean
  wording: Wording
}

/** The settings of a page that are not about one parent. */
function sectionViews(page: SettingsPage | null, shown: ShownForm) {
  const { values, faults, settings, hasBroker, wording } = shown
  const names = parentNames(settings.parents, wording)
  const here = settingEntries.filter(
    ([, setting]) =>
      (page === null || setting.page === page) && (setting.needs === undefined || hasBroker),
  )
  const sections = Map.groupBy(here, ([, { section }]) => section)
  return [...sections].map(([title, entries]) => ({
    title: wording.say(title),
    split: title === 'settings.split' ? splitView(shown) : null,
    fields: entries.map(([name, { input, ...setting }]) => {
      const plan = {
        label: wording.say(setting.label),
        hint: setting.help === undefined ? '' : wording.say(setting.help),
        list: setting.suggestions ?? '',
        placeholder: setting.placeholder ?? '',
        choices: setting.choices(wording, names),
      }
      return input === 'week'
        ? weekView(name, plan, shown)
        : fieldView(name, { ...plan, input }, { value: values[name], faults })
    }),
  }))
}

/** The split is folded under what it is, so that a phone has the rest of the page in view. */
function splitView({ ratherNotWeekdays, faults, settings, isTyped, wording }: ShownForm) {
  const names = parentNames(settings.parents, wording)
  return {
    summary: findSetting('share')?.say(settings.share, wording, names) ?? '',
    open: isTyped,
    ratherNot: parentIds.map(id =>
      weekdayBoxes(ratherNotOf(id), wording.say('settings.ratherNot', { name: names[id] }), {
        ticked: ratherNotWeekdays[id],
        faults,
        weekStart: settings.weekStart,
        wording,
      }),
    ),
  }
}

/** A choice for each weekday, as one field. */
function weekView(
  id: SettingName,
  plan: FieldPlan,
  { values, faults, settings, wording }: ShownForm,
): FieldView {
  const [names, chosen] = [weekOf(id), values[id].split(' ')]
  return {
    ...fieldView(id, plan, { value: values[id], faults }),
    week: weekdaysFrom(settings.weekStart).map(day => {
      const label = wording.weekday(day, 'short')
      const value = chosen[day - 1] ?? ''
      return fieldView(names[day - 1] ?? id, { ...plan, label, hint: '' }, { value, faults: [] })
    }),
  }
}

function weekdaysFrom(first: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6].map(after => ((first - 1 + after) % 7) + 1)
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
  const names = parentNames(settings.parents, wording)
  return {
    name: fieldView(
      name,
      {
        label: wording.say(ordinals[id]),
        placeholder: settings.parents[id].name === null ? names[id] : '',
      },
      { value: values[name], faults },
    ),
    days: weekdayBoxes(weekdaysOf(id), wording.say('settings.alwaysAway', { name: names[id] }), {
      ticked: unavailableWeekdays[id],
      faults,
      weekStart: settings.weekStart,
      wording,
    }),
  }
}

/** A box for each weekday. */
export function weekdayBoxes(
  id: string,
  legend: string,
  {
    ticked,
    faults,
    weekStart,
    wording,
  }: {
    ticked: readonly string[]
    faults: readonly Fault[]
    weekStart: number
    wording: Wording
  },
) {
  return {
    id,
    legend,
    weekdays: weekdaysFrom(weekStart).map((day, index) => ({
      // A link to the field leads to its first box.
      id: index === 0 ? id : `${id}.${day}`,
      value: String(day),
      label: wording.weekday(day, 'short'),
      long: wording.weekday(day),
      ticked: ticked.includes(String(day)),
    })),
    ...faultOf(id, faults),
  }
}
