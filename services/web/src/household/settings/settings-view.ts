import {
  settingsPages,
  type Fault,
  type HouseholdSettings,
  type Preview,
  type SettingsPage,
} from '@night-routine/household'
import { parentNames, type Wording } from '@night-routine/wording'
import { previewView, type PreviewView } from './preview-view.ts'
import { fieldsOf, fieldsOnPages, inPageOrder } from './settings-fields.ts'
import { pageOf, type SettingsForm } from './settings-form.ts'

/** What every page of the settings has. */
export interface SettingsView {
  title: string
  /** The address of this page, to come back to after an undo. */
  here: string
  tabs: { address: string; label: string; current: boolean }[]
  /** The faults, each with its field; empty if the field is not on this page. */
  trouble: { id: string; text: string }[]
  /** Whether to say that the address is plain http, and what is missing there. */
  isPlainHttp: boolean
  form: FormView
}

/** The fields of a page, which are saved together. */
interface FormView extends ReturnType<typeof fieldsOf> {
  /** Empty for the form with every field. */
  page: string
  /** Whether these settings can change nights. */
  previews: boolean
  preview: PreviewView | null
}

/** A posted form and its result. */
export interface Attempt<Form> {
  form: Form
  faults: readonly Fault[]
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
  otherFaults: readonly Fault[]
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

/** The settings of a page as typed or stored, and the preview or faults. */
export function settingsView(facts: SettingsFacts): SettingsView {
  const { page, settings, typed, otherFaults, tonight, hasBroker, wording } = facts
  const faults = inPageOrder((typed?.faults ?? []).map(said(wording)))
  const trouble = [...faults, ...otherFaults]
  const isHere = (field: string) => page === null || (pageOf(field) ?? page) === page
  return {
    title: trouble.length > 0 ? wording.say('settings.notSavedTitle') : titleOf(page, wording),
    here: addressOf(page),
    tabs: settingsPages.map(each => ({
      address: addressOf(each),
      label: wording.say(`settings.page.${each}`),
      current: each === page,
    })),
    trouble: trouble.map(fault => ({
      id: fieldsOnPages.includes(fault.field) && isHere(fault.field) ? fault.field : '',
      ...fault,
    })),
    isPlainHttp: page === 'family' && !facts.isSecure,
    form: {
      page: page ?? '',
      previews: page !== 'sharing',
      ...fieldsOf({ page, settings, form: typed?.form, faults, hasBroker, wording }),
      preview:
        typed?.preview == null
          ? null
          : previewView(typed.preview, {
              names: parentNames(settings.parents, wording),
              tonight,
              wording,
            }),
    },
  }
}

function titleOf(page: SettingsPage | null, { say }: Wording): string {
  return page === null
    ? say('layout.settings')
    : say('settings.pageTitle', { page: say(`settings.page.${page}`) })
}

/** A fault in the language of the page. */
export function said({ tell }: Wording) {
  return ({ field, text, says }: Fault): Fault => ({
    field,
    text: says === undefined ? text : tell(says),
  })
}
