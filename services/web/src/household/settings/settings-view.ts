import {
  findSetting,
  settingEntries,
  settingsPages,
  type FieldError,
  type HouseholdSettings,
  type Preview,
  type SettingsPage,
} from '@night-routine/household'
import type { ParentId } from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { parentNames, type Wording } from '@night-routine/wording'
import { fieldView, said, weekdayBoxes, weekdaysFrom, weekOf } from '../../plugins/fields.ts'
import { absenceForms, postedAbsence } from '../absences/absence-forms.ts'
import { previewView } from './preview-view.ts'
import {
  formOf,
  pageOf,
  ratherNotOf,
  settingInputs,
  weekdaysOf,
  type SettingsForm,
} from './settings-form.ts'

/** A posted form and its result. */
export interface Attempt<Form> {
  form: Form
  faults: readonly FieldError[]
  preview: Preview | null
}

export interface SettingsFacts {
  /** The page to show; null for the form with every field. */
  page: SettingsPage | null
  /** The stored settings. */
  settings: HouseholdSettings
  tonight: Temporal.PlainDate
  /** The form as it was posted. */
  typed: Attempt<SettingsForm> | undefined
  /** Faults of another form on the page. */
  otherFaults: readonly FieldError[]
  /** Whether browsers hold this address for secure. */
  isSecure: boolean
  /** Whether the installation has a broker for Home Assistant. */
  hasBroker: boolean
  wording: Wording
}

/** The address of a page of the settings. */
export function addressOf(page: SettingsPage | null): string {
  return page === null || page === 'family' ? '/settings' : `/settings/${page}`
}

const places = [...settingInputs.keys()]
/** Every field that a fault can lead to. */
const linkable = new Set([
  ...places,
  ...Object.values(absenceForms).flatMap(prefix =>
    Object.keys(postedAbsence('absence')).map(name => prefix + name),
  ),
])

/** The settings of a page as typed or stored, and the preview or faults. */
export function settingsView(facts: SettingsFacts) {
  const { page, settings, typed, otherFaults, tonight, wording } = facts
  const { say } = wording
  const names = parentNames(settings.parents, wording)
  const faults = (typed?.faults ?? [])
    .map(said(wording))
    .toSorted((one, other) => places.indexOf(one.field) - places.indexOf(other.field))
  const trouble = [...faults, ...otherFaults]
  const isHere = (field: string) => page === null || (pageOf(field) ?? page) === page
  const title =
    page === null
      ? say('layout.settings')
      : say('settings.pageTitle', { page: say(`settings.page.${page}`) })
  const preview = typed?.preview ?? null
  return {
    title: trouble.length > 0 ? say('settings.notSavedTitle') : title,
    here: addressOf(page),
    tabs: settingsPages.map(each => ({
      address: addressOf(each),
      label: say(`settings.page.${each}`),
      current: each === page,
    })),
    trouble: trouble.map(({ field, text }) => ({
      id: linkable.has(field) && isHere(field) ? field : '',
      text,
    })),
    isPlainHttp: page === 'family' && !facts.isSecure,
    form: {
      page: page ?? '',
      previews: page !== 'sharing',
      ...fieldsOf(facts, { names, faults }),
      preview: preview && previewView(preview, { names, tonight, wording }),
    },
  }
}

const ordinals = { a: 'settings.firstParent', b: 'settings.secondParent' } as const

/** The zones to choose from; Intl lists one name for each zone, and not UTC. */
export const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']

/** The fields of a page as typed, else as stored. */
function fieldsOf(
  { page, settings, typed, hasBroker, wording }: SettingsFacts,
  { names, faults }: { names: Record<ParentId, string>; faults: readonly FieldError[] },
) {
  const { say } = wording
  const stored = formOf(settings)
  const isOn = (where: SettingsPage) => page === null || page === where
  const at = (field: string) => ({
    value: typed?.form.values[field] ?? stored.values[field] ?? '',
    faults,
  })
  const days = (field: string, legend: string) =>
    fieldView(field, weekdayBoxes(legend, settings.weekStart, wording), at(field))
  const fields = settingEntries
    .filter(
      ([, { page: own, needs, input }]) =>
        isOn(own) && input !== 'agreements' && (needs === undefined || hasBroker),
    )
    .map(([name, setting]) => {
      const { input, suggestions: list, placeholder, help } = setting
      const hint = help && say(help)
      const choices = setting.choices(wording, names)
      const plan = { input, label: say(setting.label), hint, list, placeholder, choices }
      const view = fieldView(name, plan, at(name))
      const chosen = String(at(name).value).split(' ')
      const ofDay = (day: number) =>
        fieldView(
          weekOf(name)[day - 1] ?? name,
          { input: 'choice', label: wording.weekday(day, 'short'), choices },
          { value: chosen[day - 1] ?? '' },
        )
      const week = input === 'week' ? weekdaysFrom(settings.weekStart).map(ofDay) : []
      return { section: setting.section, ...view, week }
    })
  // A person who gets the changed-settings message has now seen these settings.
  const hasSeen = typed === undefined || faults.some(({ field }) => field === 'seen')
  return {
    seen: hasSeen ? stored.seen : typed.form.seen,
    parents: parentIds
      .filter(() => isOn('family'))
      .map(id => ({
        name: fieldView(
          `parents.${id}.name`,
          {
            label: say(ordinals[id]),
            placeholder: settings.parents[id].name === null ? names[id] : '',
          },
          at(`parents.${id}.name`),
        ),
        days: days(weekdaysOf(id), say('settings.alwaysAway', { name: names[id] })),
      })),
    sections: [...Map.groupBy(fields, ({ section }) => section)].map(([section, ofSection]) => ({
      title: say(section),
      fields: ofSection,
      /** Folded under what it is, so that a phone has the rest of the page in view. */
      split:
        section === 'settings.split'
          ? {
              summary: findSetting('share')?.say(settings.share, wording, names) ?? '',
              open: typed !== undefined,
              ratherNot: parentIds.map(id =>
                days(ratherNotOf(id), say('settings.ratherNot', { name: names[id] })),
              ),
            }
          : null,
    })),
    timeZones: isOn('advanced') ? timeZones : [],
  }
}
