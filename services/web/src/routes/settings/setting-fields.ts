import { languages, type Wording } from '@night-routine/wording'
import type { FieldPlan } from './field-view.ts'
import { statisticsOrders, updateFrequencies, type SettingsField } from './settings-form.ts'

/** Fields that belong together, in the order of the page. */
export interface Section {
  title: string
  fields: readonly (FieldPlan & { id: SettingsField })[]
}

const frequencyLabels = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  disabled: 'Only with Sync or a change',
}

const orderLabels = { newest: 'Newest month first', oldest: 'Oldest month first' }

/** The settings below the parents, with what people have to know to fill them. */
export function settingSections(words: Wording): Section[] {
  const days = [1, 2, 3, 4, 5, 6, 7].map(day => ({ value: String(day), label: words.weekday(day) }))
  return [
    {
      title: 'Plan',
      fields: [
        {
          id: 'lookAheadDays',
          label: 'Plan ahead for',
          hint: '1 to 365 nights.',
          kind: 'digits',
        },
        {
          id: 'pastLimitDays',
          label: 'Past nights can be changed for',
          hint: '0 to 30 days.',
          kind: 'digits',
        },
        {
          id: 'updateFrequency',
          label: 'Plan further nights',
          choices: updateFrequencies.map(value => ({ value, label: frequencyLabels[value] })),
        },
        {
          id: 'countFrom',
          label: 'Count nights from',
          hint: 'Nights before are not counted. Leave it empty to count them all.',
          kind: 'date',
        },
      ],
    },
    {
      title: 'Time',
      fields: [
        {
          id: 'timeZone',
          label: 'Time zone',
          hint: 'A name such as Europe/Paris.',
          list: 'time-zones',
        },
        {
          id: 'dayTurnsAtHour',
          label: 'Hour the day turns',
          hint: '0 to 23. Until then it is still the night before.',
          kind: 'digits',
        },
        { id: 'weekStart', label: 'First day of the week', choices: days },
      ],
    },
    {
      title: 'Pages',
      fields: [
        { id: 'language', label: 'Language', choices: languages.map(languageChoice) },
        {
          id: 'statisticsOrder',
          label: 'Statistics',
          choices: statisticsOrders.map(value => ({ value, label: orderLabels[value] })),
        },
      ],
    },
  ]
}

// A language is called as those who speak it call it.
function languageChoice(code: string) {
  return { value: code, label: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code }
}

/** The zones to choose from; Intl lists one name for each zone, and not UTC. */
export const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']
