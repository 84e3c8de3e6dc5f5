import {
  choice,
  hourOfDay,
  language,
  laterAgreements,
  onOff,
  optionalDate,
  share,
  timeZone,
  weekday,
  weekdayWeights,
  wholeNumber,
  type Setting,
} from './kinds.ts'
import { everyNightAlike } from './parse.ts'

/**
 * Every setting of the household besides the parents, in the order of the page. A column has the setting's name in
 * snake case. The form, its checks, the history and the SQL derive from this table.
 */
const table = {
  /** The percent of the nights that parent `a` does. */
  share: share({
    section: 'settings.split',
    label: 'settings.share',
    initial: 50,
    refusal: 'refusal.share',
  }),
  /** What a night counts, by weekday. */
  weekdayWeights: weekdayWeights({
    section: 'settings.split',
    label: 'settings.weekdayWeights',
    initial: [...everyNightAlike],
    refusal: 'refusal.weight',
  }),
  /** What holds from a date on instead of `share` and `weekdayWeights`, the first agreement. */
  agreements: laterAgreements({
    section: 'settings.split',
    label: 'settings.agreements',
    refusal: 'refusal.agreements',
  }),
  /** How many nights ahead are planned. */
  lookAheadDays: wholeNumber({
    section: 'settings.plan',
    label: 'settings.lookAhead',
    help: 'settings.lookAheadHint',
    initial: 42,
    least: 1,
    most: 365,
    refusal: 'refusal.lookAhead',
  }),
  /** How many days back a night may still be changed. */
  pastLimitDays: wholeNumber({
    section: 'settings.plan',
    label: 'settings.pastLimit',
    help: 'settings.pastLimitHint',
    initial: 5,
    least: 0,
    most: 30,
    refusal: 'refusal.pastLimit',
  }),
  /** How often the plan is extended. */
  updateFrequency: choice({
    section: 'settings.plan',
    label: 'settings.frequency',
    initial: 'daily',
    options: {
      daily: 'settings.everyDay',
      weekly: 'settings.everyWeek',
      monthly: 'settings.everyMonth',
      disabled: 'settings.onlyAsked',
    },
  }),
  /** The first night that counts; null: the first on record. */
  countFrom: optionalDate({
    section: 'settings.plan',
    label: 'settings.countFrom',
    help: 'settings.countFromHint',
    firstYear: 2000,
    refusal: 'refusal.countFrom',
  }),
  /** Null until somebody chooses it; `zoneOf` says which zone holds until then. */
  timeZone: timeZone({
    section: 'settings.time',
    label: 'settings.timeZone',
    refusal: 'refusal.timeZone',
  }),
  /** The hour at which tonight becomes last night. */
  dayTurnsAtHour: hourOfDay({
    section: 'settings.time',
    label: 'settings.dayTurns',
    help: 'settings.dayTurnsHint',
    initial: 4,
    refusal: 'refusal.dayTurns',
  }),
  weekStart: weekday({
    section: 'settings.time',
    label: 'settings.weekStart',
    initial: 1,
    refusal: 'refusal.weekStart',
  }),
  language: language({
    section: 'settings.time',
    label: 'settings.language',
    help: 'settings.languageHint',
    initial: 'en',
    refusal: 'refusal.language',
  }),
  /** The first month in the statistics. */
  statisticsOrder: choice({
    section: 'settings.time',
    label: 'settings.statistics',
    initial: 'newest',
    options: { newest: 'statistics.newestFirst', oldest: 'statistics.oldestFirst' },
  }),
  /** Whether Home Assistant sees who has tonight. */
  homeAssistant: onOff({
    section: 'settings.homeAssistant',
    label: 'settings.showTonight',
    help: 'settings.showTonightHint',
    needs: 'MQTT_URL',
    initial: true,
  }),
  /** Whether the plan is published. */
  publish: onOff({
    section: 'settings.publishing',
    label: 'settings.publish',
    help: 'settings.publishHint',
    historyLabel: 'history.publish',
    initial: false,
  }),
  /** How names are published. */
  publishNames: choice({
    section: 'settings.publishing',
    label: 'settings.publishNames',
    historyLabel: 'history.publishNames',
    initial: 'names',
    options: { names: 'settings.namesShown', initials: 'settings.initialsShown' },
    inHistory: { names: 'history.names', initials: 'history.initials' },
  }),
}

export type SettingName = keyof typeof table

/** The settings that parents choose, by name. */
export type ChosenSettings = {
  [Name in SettingName]: (typeof table)[Name] extends Setting<infer Value> ? Value : never
}

/** The table's entries, in page order. */
export const settingEntries: readonly (readonly [SettingName, Setting<unknown>])[] =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.entries(table) as [SettingName, Setting<unknown>][]

/** The entry of a setting; undefined for another field. */
export function findSetting(name: string): Setting<unknown> | undefined {
  return settingEntries.find(([known]) => known === name)?.[1]
}

/** An object with one value per setting. */
export function eachSetting<Made>(make: (setting: Setting<unknown>, name: SettingName) => Made) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    settingEntries.map(([name, setting]) => [name, make(setting, name)]),
  ) as Record<SettingName, Made>
}

/** Settings whose values come from their own entries, which know their types. */
export function chosenSettings(make: (setting: Setting<unknown>, name: SettingName) => unknown) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return eachSetting(make) as ChosenSettings
}

/** The settings of a new household. */
export const initialSettings = chosenSettings(({ initial }) => initial)
