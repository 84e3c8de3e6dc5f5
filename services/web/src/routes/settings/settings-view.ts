import type {
  RecordedAbsence,
  ShareLink,
  ParentId,
  Publication,
  JobStatus,
} from '@night-routine/database'
import {
  settingEntries,
  type Fault,
  type HouseholdSettings,
  type Preview,
} from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { FlashView } from '../../flash.ts'
import { feedSectionView, type FeedSectionView } from '../feed/feed-section-view.ts'
import type { AbsenceForm } from './absence-form.ts'
import { absencesView, type AbsencesView } from './absences-view.ts'
import { faultOf, fieldView, type FieldView } from './field-view.ts'
import { previewView, type PreviewView } from './preview-view.ts'
import { publishingView, type PublishingView } from './publishing-view.ts'
import type { SettingsForm } from './settings-form.ts'

/** The settings page. */
export interface SettingsView {
  title: string
  flash: FlashView | null
  /** The faults, each with its field; empty if the field is not on this page. */
  trouble: { id: string; words: string }[]
  seen: string
  parents: ReturnType<typeof parentView>[]
  sections: { title: string; fields: FieldView[] }[]
  timeZones: readonly string[]
  preview: PreviewView | null
  absences: AbsencesView
  feed: FeedSectionView
  publishing: PublishingView
}

/** A posted form and its result. */
interface Attempt<Form> {
  form: Form
  faults: readonly Fault[]
  preview: Preview | null
}

export interface SettingsFacts {
  /** The stored settings. */
  settings: HouseholdSettings
  absences: readonly RecordedAbsence[]
  links: readonly ShareLink[]
  publication: Publication
  /** The publish job request; undefined before the first one. */
  publishing: JobStatus | undefined
  now: Temporal.Instant
  tonight: Temporal.PlainDate
  typed: Attempt<SettingsForm>
  absence: Attempt<AbsenceForm>
  flash: FlashView | null
  words: Wording
}

/** The settings as typed or stored, the preview or faults, and the absences. */
export function settingsView(facts: SettingsFacts): SettingsView {
  const { settings, absences, tonight, flash, words } = facts
  const { a, b } = settings.parents
  const shown = { names: { a: a.name, b: b.name }, tonight, words }
  const typed = {
    ...facts.typed,
    faults: inPageOrder(facts.typed.faults.map(said(words))),
  }
  const absence = {
    ...facts.absence,
    faults: facts.absence.faults.map(said(words)),
    absences,
    ...shown,
  }
  const trouble = [...typed.faults, ...absence.faults]
  return {
    title: words.say(trouble.length === 0 ? 'layout.settings' : 'settings.notSavedTitle'),
    flash,
    trouble: trouble.map(fault => ({
      id: fieldsOnPage.includes(fault.field) ? fault.field : '',
      ...fault,
    })),
    seen: typed.form.seen,
    parents: parents.map(id => parentView(id, { typed, settings, words })),
    sections: sectionViews(typed, words),
    timeZones,
    preview: typed.preview && previewView(typed.preview, shown),
    absences: absencesView(absence),
    feed: feedSectionView({ tokens: facts.links, settings, words }),
    publishing: publishingView({
      publish: settings.publish,
      publication: facts.publication,
      job: facts.publishing,
      now: facts.now,
      words,
    }),
  }
}

const parents: readonly ParentId[] = ['a', 'b']
const ordinals = { a: 'settings.firstParent', b: 'settings.secondParent' } as const
const settingFields = [
  ...parents.flatMap(id => [`parents.${id}.name`, `parents.${id}.unavailableWeekdays`]),
  ...settingEntries.map(([name]) => name),
]
const fieldsOnPage = [...settingFields, 'parent', 'from', 'to']

/** The zones to choose from; Intl lists one name for each zone, and not UTC. */
const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']

/** The settings below the parents. */
function sectionViews({ form, faults }: SettingsFacts['typed'], words: Wording) {
  const sections = Map.groupBy(settingEntries, ([, { section }]) => section)
  return [...sections].map(([title, entries]) => ({
    title: words.say(title),
    fields: entries.map(([name, setting]) =>
      fieldView(
        name,
        {
          label: words.say(setting.label),
          hint: setting.help === undefined ? '' : words.say(setting.help),
          input: setting.input,
          list: setting.suggestions ?? '',
          choices: setting.choices(words),
        },
        { value: form.values[name], faults },
      ),
    ),
  }))
}

/** A fault in the language of the page. */
function said({ tell }: Wording) {
  return ({ field, words, says }: Fault): Fault => ({
    field,
    words: says === undefined ? words : tell(says),
  })
}

function inPageOrder(faults: readonly Fault[]): Fault[] {
  const places = new Map(settingFields.map((field, place) => [field, place]))
  const place = ({ field }: Fault) => places.get(field) ?? -1
  return faults.toSorted((one, other) => place(one) - place(other))
}

/** A parent's part of the form. */
function parentView(
  id: ParentId,
  { typed: { form, faults }, settings, words }: Pick<SettingsFacts, 'typed' | 'settings' | 'words'>,
) {
  const name = `parents.${id}.name` as const
  const days = `parents.${id}.unavailableWeekdays`
  const week = [0, 1, 2, 3, 4, 5, 6].map(after => ((settings.weekStart - 1 + after) % 7) + 1)
  return {
    name: fieldView(name, { label: words.say(ordinals[id]) }, { value: form.values[name], faults }),
    days: {
      id: days,
      legend: words.say('settings.alwaysAway', { name: settings.parents[id].name }),
      weekdays: week.map((day, index) => ({
        // A link to the field leads to its first box.
        id: index === 0 ? days : `${days}.${day}`,
        value: String(day),
        label: words.weekday(day, 'short'),
        long: words.weekday(day),
        away: form.unavailableWeekdays[id].includes(String(day)),
      })),
      ...faultOf(days, faults),
    },
  }
}
