import {
  sectionPages,
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
import { fieldView, said, weekdayBoxes } from '../../plugins/fields.ts'
import { absenceForms, postedAbsence } from '../absences/absence-forms.ts'
import { agreementInputs } from './agreement-form.ts'
import { previewView } from './preview-view.ts'
import {
  formOf,
  isAgreed,
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
  ...Object.keys(agreementInputs).map(field => `agreement.${field}`),
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

/** The version that a person has seen: after the message that settings have changed, the stored one. */
export function seenBy(
  typed: Pick<Attempt<{ seen: string }>, 'form' | 'faults'> | undefined,
  stored: string,
): string {
  const hasSeen = typed === undefined || typed.faults.some(({ field }) => field === 'seen')
  return hasSeen ? stored : typed.form.seen
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
      ([name, { section, needs }]) =>
        isOn(sectionPages[section]) && !isAgreed(name) && (needs === undefined || hasBroker),
    )
    .map(([name, setting]) => {
      const { input, suggestions: list, placeholder, help } = setting
      const hint = help && say(help)
      const choices = setting.choices(wording, names)
      const plan = { input, label: say(setting.label), hint, list, placeholder, choices }
      return { section: setting.section, ...fieldView(name, plan, at(name)) }
    })
  return {
    seen: seenBy(typed, stored.seen),
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
        ratherNot: days(ratherNotOf(id), say('settings.ratherNot', { name: names[id] })),
      })),
    sections: [...Map.groupBy(fields, ({ section }) => section)].map(([section, ofSection]) => ({
      title: say(section),
      fields: ofSection,
    })),
    timeZones: isOn('advanced') ? timeZones : [],
  }
}
