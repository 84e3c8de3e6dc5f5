import { shares, weightChoices, type ParentId } from '@night-routine/fairness'
import { isTimeZone } from '@night-routine/service'
import { languages, wordingFor, type PlainKey, type Wording } from '@night-routine/wording'
import {
  agreementsIn,
  agreementsInText,
  areAgreements,
  storedAgreements,
  type LaterAgreement,
  type StoredAgreement,
} from './agreements.ts'
import { areWeekdayWeights, dateIn, weekdayWeightsIn } from './parse.ts'
import { zoneOf } from './zone.ts'

/** A value as the database and the history keep it. */
type StoredValue = string | number | boolean | number[] | StoredAgreement[] | null

/** The pages of the settings, in order. */
export const settingsPages = ['family', 'sharing', 'advanced'] as const

export type SettingsPage = (typeof settingsPages)[number]

/** The sections by their titles, and the page of each. */
export const sectionPages = {
  'settings.split': 'family',
  'settings.plan': 'advanced',
  'settings.time': 'advanced',
  'settings.homeAssistant': 'advanced',
  'settings.publishing': 'sharing',
} as const satisfies Partial<Record<PlainKey, SettingsPage>>

/** What the page says about a setting. */
interface About {
  section: keyof typeof sectionPages
  label: PlainKey
  help?: PlainKey
  /** The label in the history, if it differs. */
  historyLabel?: PlainKey
  /** The setting of the installation without which the page does not show it. */
  needs?: 'MQTT_URL'
  /** What it says of a value that is not allowed. */
  refusal: PlainKey
}

/** One setting: how it is stored, typed, checked and shown. */
export interface Setting<Value> extends About {
  /** Of a new household. */
  initial: Value
  input: 'digits' | 'hour' | 'date' | 'text' | 'choice' | 'switch' | 'week' | 'agreements'
  /** The id of the list of suggestions for its field. */
  suggestions?: string
  /** What to choose from, for each weekday where the input is a week; empty for other inputs. */
  choices(wording: Wording, names: ParentNames): { value: string; label: string }[]
  /** The value of its column. */
  fromStored(stored: unknown): Value
  toStored(value: Value): StoredValue
  /** The value as form text. */
  format(value: Value): string
  /** What an empty field stands for. */
  placeholder?: string
  /** The value of a form field; undefined if it has none, which `unreadable` then says. */
  parse(text: string): Value | undefined
  /** Unset: `refusal`. */
  unreadable?: PlainKey
  isAllowed(value: Value): boolean
  /** A value in the history. */
  say(stored: unknown, wording: Wording, names: ParentNames): string
}

type ParentNames = Record<ParentId, string>

/** A whole number within limits. */
export function wholeNumber({
  least,
  most,
  ...about
}: About & { initial: number; least: number; most: number }): Setting<number> {
  return {
    ...about,
    input: 'digits',
    choices: () => [],
    fromStored: Number,
    toStored: value => value,
    format: String,
    // Number() would read an empty text as 0, and accept `0x10` and `1e2`.
    parse: text => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : undefined),
    isAllowed: value => Number.isInteger(value) && value >= least && value <= most,
    say: String,
  }
}

/** A full hour of the day, typed as a time: "04:00". A number of hours will do. */
export function hourOfDay(about: About & { initial: number }): Setting<number> {
  return {
    ...about,
    input: 'hour',
    choices: () => [],
    fromStored: Number,
    toStored: value => value,
    format: fullHour,
    parse(text) {
      const [, hour] = /^\s*(\d{1,2})(?::00)?\s*$/.exec(text) ?? []
      return hour === undefined ? undefined : Number(hour)
    },
    isAllowed: value => Number.isInteger(value) && value >= 0 && value <= 23,
    say: stored => fullHour(Number(stored)),
  }
}

function fullHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** A date that may be missing. */
export function optionalDate({
  firstYear,
  ...about
}: About & { firstYear: number }): Setting<Temporal.PlainDate | null> {
  return {
    ...about,
    initial: null,
    input: 'date',
    choices: () => [],
    // The history keeps it as text.
    fromStored: stored =>
      stored instanceof Temporal.PlainDate ? stored : (dateIn(String(stored)) ?? null),
    toStored: value => value && value.toString(),
    format: value => value?.toString() ?? '',
    parse: text => (text === '' ? null : dateIn(text)),
    unreadable: 'refusal.noDate',
    isAllowed: value => value === null || (value.year >= firstYear && value.year <= 9999),
    say: (stored, wording) =>
      typeof stored === 'string'
        ? wording.date(Temporal.PlainDate.from(stored))
        : wording.say('history.none'),
  }
}

/** The IANA name of a time zone, which may not be chosen yet. */
export function timeZone(about: About): Setting<string | null> {
  return {
    ...about,
    initial: null,
    input: 'text',
    suggestions: 'time-zones',
    choices: () => [],
    fromStored: stored => (typeof stored === 'string' ? stored : null),
    toStored: value => value,
    format: value => value ?? '',
    placeholder: zoneOf({ timeZone: null }),
    parse: text => text.trim(),
    isAllowed: value => value === null || isTimeZone(value),
    say: stored => (typeof stored === 'string' ? stored : zoneOf({ timeZone: null })),
  }
}

/** One of several values, each with its message. */
export function choice<Value extends string>({
  options,
  inHistory = options,
  ...about
}: Omit<About, 'refusal'> & {
  initial: NoInfer<Value>
  options: Record<Value, PlainKey>
  /** The messages of the history, if they differ. */
  inHistory?: Record<Value, PlainKey>
}): Setting<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const values = Object.keys(options) as Value[]
  const refusal = 'refusal.notOffered'
  return oneOf({ ...about, refusal }, values, { label: labelOf(options), say: labelOf(inHistory) })
}

function labelOf<Value extends string>(keys: Record<Value, PlainKey>) {
  return (value: Value, { say }: Wording): string => {
    const key: PlainKey = keys[value]
    return say(key)
  }
}

/** On or off: a switch. */
export function onOff(about: Omit<About, 'refusal'> & { initial: boolean }): Setting<boolean> {
  const setting = oneOf({ ...about, refusal: 'refusal.notOffered' }, [false, true], {
    label: (value, wording) => wording.say(value ? 'history.on' : 'history.off'),
    format: value => (value ? 'on' : 'off'),
  })
  return { ...setting, input: 'switch', choices: () => [] }
}

/** An ISO weekday, 1 (Monday) to 7. */
export function weekday(about: About & { initial: number }) {
  return oneOf(about, [1, 2, 3, 4, 5, 6, 7], { label: weekdayName })
}

function weekdayName(day: number, wording: Wording): string {
  return wording.capital(wording.weekday(day))
}

/** The percent of the nights that parent `a` does; `b` does the rest. */
export function share(about: About & { initial: number }) {
  return oneOf(about, shares, {
    label: (a, { say }, names) => say('settings.shareOf', { ...names, aShare: a, bShare: 100 - a }),
  })
}

/** What a night counts, by weekday: seven numbers, Monday first. */
export function weekdayWeights(about: About & { initial: number[] }): Setting<number[]> {
  return {
    ...about,
    input: 'week',
    choices: ({ number }) =>
      weightChoices.map(weight => ({ value: String(weight), label: number(weight) })),
    fromStored: stored => (Array.isArray(stored) ? stored.map(Number) : about.initial),
    toStored: value => value,
    format: value => value.join(' '),
    parse: weekdayWeightsIn,
    isAllowed: areWeekdayWeights,
    say(stored, wording) {
      const weights = Array.isArray(stored) ? stored.map(Number) : []
      return weekdayWeightsText(weights, wording) ?? wording.say('history.everyNightAlike')
    },
  }
}

/** What the weekdays count that do not count 1; null if all do. */
function weekdayWeightsText(weights: readonly number[], wording: Wording): string | null {
  const heavier = weights
    .map((weight, index) => ({ day: wording.weekday(index + 1), weight }))
    .filter(({ weight }) => weight !== 1)
    .map(({ day, weight }) => wording.say('history.weekdayWeight', { day, weight }))
  return heavier.length === 0 ? null : wording.list(heavier)
}

/** The agreements after the first one, which have a form of their own. */
export function laterAgreements(about: About): Setting<LaterAgreement[]> {
  return {
    ...about,
    initial: [],
    input: 'agreements',
    choices: () => [],
    fromStored: stored => agreementsIn(stored) ?? [],
    toStored: storedAgreements,
    format: value => JSON.stringify(storedAgreements(value)),
    parse: agreementsInText,
    isAllowed: areAgreements,
    say(stored, wording, names) {
      const list = (agreementsIn(stored) ?? []).map(agreement =>
        sayAgreement(agreement, wording, names),
      )
      return list.length === 0 ? wording.say('history.none') : list.join('; ')
    },
  }
}

/** A later agreement in a line: "From 1 January 2027: Alex 60, Robin 40". */
export function sayAgreement(
  { from, ...terms }: LaterAgreement,
  wording: Wording,
  names: ParentNames,
): string {
  const split = sayTerms(terms, wording, names)
  return wording.say('settings.agreementFrom', { date: wording.date(from), split })
}

/** What is agreed: "Alex 60, Robin 40". */
export function sayTerms(
  { share: a, weekdayWeights: weights, turns }: Omit<LaterAgreement, 'from'>,
  wording: Wording,
  names: ParentNames,
): string {
  const { say } = wording
  const heavier = weekdayWeightsText(weights, wording)
  const split =
    turns === null
      ? say('settings.shareOf', { ...names, aShare: a, bShare: 100 - a })
      : say('settings.turnsOf', {
          ...names,
          weeks: turns.weeks,
          day: wording.weekday(turns.weekday),
          first: names[turns.parent],
        })
  return heavier === null ? split : `${split}, ${heavier}`
}

/** The code of a supported language. */
export function language(about: About & { initial: string }) {
  return oneOf(about, languages, { label: code => wordingFor(code).ownName })
}

function oneOf<Value extends string | number | boolean>(
  about: About & { initial: Value },
  values: readonly Value[],
  texts: {
    label: (value: Value, wording: Wording, names: ParentNames) => string
    format?: (value: Value) => string
    say?: (value: Value, wording: Wording, names: ParentNames) => string
  },
): Setting<Value> {
  const { label, format = String, say = label } = texts
  const find = (stored: unknown) => values.find(value => value === stored)
  return {
    ...about,
    input: 'choice',
    choices: (wording, names) =>
      values.map(value => ({ value: format(value), label: label(value, wording, names) })),
    fromStored: stored => find(stored) ?? about.initial,
    toStored: value => value,
    format,
    parse: text => values.find(value => format(value) === text),
    isAllowed: value => values.includes(value),
    say(stored, wording, names) {
      const known = find(stored)
      return known === undefined ? String(stored) : say(known, wording, names)
    },
  }
}
