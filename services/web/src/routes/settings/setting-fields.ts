import { languages, wording, type Wording } from '@night-routine/wording'
import type { FieldPlan } from './field-view.ts'
import {
  publishChoices,
  publishedNames,
  statisticsOrders,
  updateFrequencies,
  type SettingsField,
} from './settings-form.ts'

/** A group of fields, in page order. */
export interface Section {
  title: string
  fields: readonly (FieldPlan & { id: SettingsField })[]
}

const frequencyLabels = {
  daily: 'settings.everyDay',
  weekly: 'settings.everyWeek',
  monthly: 'settings.everyMonth',
  disabled: 'settings.onlyAsked',
} as const

const orderLabels = { newest: 'statistics.newestFirst', oldest: 'statistics.oldestFirst' } as const

const publishLabels = { on: 'settings.publishOn', off: 'settings.publishOff' } as const
const nameLabels = { names: 'settings.namesShown', initials: 'settings.initialsShown' } as const

/** The settings below the parents, with their hints. */
export function settingSections(words: Wording): Section[] {
  const { say } = words
  const days = [1, 2, 3, 4, 5, 6, 7].map(day => ({
    value: String(day),
    label: words.capital(words.weekday(day)),
  }))
  return [
    {
      title: say('settings.plan'),
      fields: [
        {
          id: 'lookAheadDays',
          label: say('settings.lookAhead'),
          hint: say('settings.lookAheadHint'),
          kind: 'digits',
        },
        {
          id: 'pastLimitDays',
          label: say('settings.pastLimit'),
          hint: say('settings.pastLimitHint'),
          kind: 'digits',
        },
        {
          id: 'updateFrequency',
          label: say('settings.frequency'),
          choices: updateFrequencies.map(value => ({ value, label: say(frequencyLabels[value]) })),
        },
        {
          id: 'countFrom',
          label: say('settings.countFrom'),
          hint: say('settings.countFromHint'),
          kind: 'date',
        },
      ],
    },
    {
      title: say('settings.time'),
      fields: [
        {
          id: 'timeZone',
          label: say('settings.timeZone'),
          hint: say('settings.timeZoneHint'),
          list: 'time-zones',
        },
        {
          id: 'dayTurnsAtHour',
          label: say('settings.dayTurns'),
          hint: say('settings.dayTurnsHint'),
          kind: 'digits',
        },
        { id: 'weekStart', label: say('settings.weekStart'), choices: days },
      ],
    },
    {
      title: say('settings.pages'),
      fields: [
        {
          id: 'language',
          label: say('settings.language'),
          choices: languages.map(code => ({ value: code, label: wording(code).ownName })),
        },
        {
          id: 'statisticsOrder',
          label: say('settings.statistics'),
          choices: statisticsOrders.map(value => ({ value, label: say(orderLabels[value]) })),
        },
      ],
    },
    {
      title: say('settings.publishing'),
      fields: [
        {
          id: 'publish',
          label: say('settings.publish'),
          hint: say('settings.publishHint'),
          choices: publishChoices.map(value => ({ value, label: say(publishLabels[value]) })),
        },
        {
          id: 'publishNames',
          label: say('settings.publishNames'),
          choices: publishedNames.map(value => ({ value, label: say(nameLabels[value]) })),
        },
      ],
    },
  ]
}

/** The zones to choose from; Intl lists one name for each zone, and not UTC. */
export const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']
