import { createHash } from 'node:crypto'
import type { ParentId } from '@night-routine/database'
import { settingsFaults, type Fault, type HouseholdSettings } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { dateIn, everyValue, faultIn, oneValue, type TypedForm } from './typed-form.ts'

/** The single-value fields, with the names the household package uses in faults. */
export type SettingsField = keyof SettingsForm['values']

type Scalar = Exclude<keyof HouseholdSettings, 'parents'>

/** The settings as form text. */
export interface SettingsForm {
  values: Record<'parents.a.name' | 'parents.b.name' | Scalar, string>
  unavailableWeekdays: Record<ParentId, string[]>
  /** Identifies the version of the settings that the person saw; empty if missing. */
  seen: string
}

/** The form with the stored settings. */
export function formOf(settings: HouseholdSettings): SettingsForm {
  const { parents, countFrom } = settings
  const form = {
    values: {
      'parents.a.name': parents.a.name,
      'parents.b.name': parents.b.name,
      lookAheadDays: String(settings.lookAheadDays),
      pastLimitDays: String(settings.pastLimitDays),
      updateFrequency: settings.updateFrequency,
      countFrom: countFrom === null ? '' : countFrom.toString(),
      timeZone: settings.timeZone,
      dayTurnsAtHour: String(settings.dayTurnsAtHour),
      weekStart: String(settings.weekStart),
      language: settings.language,
      statisticsOrder: settings.statisticsOrder,
      publish: settings.publish ? 'on' : 'off',
      publishNames: settings.publishNames,
    },
    unavailableWeekdays: {
      a: parents.a.unavailableWeekdays.map(String),
      b: parents.b.unavailableWeekdays.map(String),
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
      lookAheadDays: oneValue(posted, 'lookAheadDays'),
      pastLimitDays: oneValue(posted, 'pastLimitDays'),
      updateFrequency: oneValue(posted, 'updateFrequency'),
      countFrom: oneValue(posted, 'countFrom'),
      timeZone: oneValue(posted, 'timeZone'),
      dayTurnsAtHour: oneValue(posted, 'dayTurnsAtHour'),
      weekStart: oneValue(posted, 'weekStart'),
      language: oneValue(posted, 'language'),
      statisticsOrder: oneValue(posted, 'statisticsOrder'),
      publish: oneValue(posted, 'publish'),
      publishNames: oneValue(posted, 'publishNames'),
    },
    unavailableWeekdays: {
      a: everyValue(posted, 'parents.a.unavailableWeekdays'),
      b: everyValue(posted, 'parents.b.unavailableWeekdays'),
    },
    seen: oneValue(posted, 'seen'),
  }
}

/** How often the plan is extended. */
export const updateFrequencies = ['daily', 'weekly', 'monthly', 'disabled'] as const
/** The first month in the statistics. */
export const statisticsOrders = ['newest', 'oldest'] as const
/** Whether the plan is published. */
export const publishChoices = ['off', 'on'] as const
/** How names are published. */
export const publishedNames = ['names', 'initials'] as const

const notOffered = message('refusal.notOffered')

/** The settings in a form with unshown ones unchanged, and all faults. */
export function askedFor(
  form: SettingsForm,
  current: HouseholdSettings,
): { settings: HouseholdSettings; faults: Fault[] } {
  const { values, unavailableWeekdays } = form
  const countFrom = dateIn(values.countFrom)
  const updateFrequency = updateFrequencies.find(known => known === values.updateFrequency)
  const statisticsOrder = statisticsOrders.find(known => known === values.statisticsOrder)
  const publish = publishChoices.find(known => known === values.publish)
  const publishNames = publishedNames.find(known => known === values.publishNames)
  const settings: HouseholdSettings = {
    ...current,
    parents: {
      a: {
        name: values['parents.a.name'],
        unavailableWeekdays: unavailableWeekdays.a.map(wholeNumber),
      },
      b: {
        name: values['parents.b.name'],
        unavailableWeekdays: unavailableWeekdays.b.map(wholeNumber),
      },
    },
    lookAheadDays: wholeNumber(values.lookAheadDays),
    pastLimitDays: wholeNumber(values.pastLimitDays),
    updateFrequency: updateFrequency ?? current.updateFrequency,
    countFrom: countFrom ?? null,
    timeZone: values.timeZone.trim(),
    dayTurnsAtHour: wholeNumber(values.dayTurnsAtHour),
    weekStart: wholeNumber(values.weekStart),
    language: values.language,
    statisticsOrder: statisticsOrder ?? current.statisticsOrder,
    publish: publish === undefined ? current.publish : publish === 'on',
    publishNames: publishNames ?? current.publishNames,
  }
  const unreadable = [
    ...Object.entries({ updateFrequency, statisticsOrder, publish, publishNames })
      .filter(([, value]) => value === undefined)
      .map(([field]) => faultIn(field, notOffered)),
    ...(countFrom === undefined && values.countFrom !== ''
      ? [faultIn('countFrom', message('refusal.noDate'))]
      : []),
  ]
  return { settings, faults: [...settingsFaults(settings), ...unreadable] }
}

// Number() would read an empty text as 0, and accept `0x10` and `1e2`.
function wholeNumber(text: string): number {
  const tidy = text.trim()
  return /^\d{1,6}$/.test(tidy) ? Number(tidy) : Number.NaN
}
