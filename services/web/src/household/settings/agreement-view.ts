import type { ParentId } from '@night-routine/database/nights'
import { parentIds, turnWeeks } from '@night-routine/fairness'
import {
  agreementAt,
  findSetting,
  isBefore,
  sayAgreement,
  sayTerms,
  type HouseholdSettings,
} from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import { fieldView, weekdaysFrom, weekOf, type Field } from '../../plugins/fields.ts'
import {
  agreementField,
  agreementFormOf,
  agreementInputs,
  type AgreementField,
  type AgreementForm,
} from './agreement-form.ts'
import { previewView } from './preview-view.ts'
import { seenBy, type Attempt } from './settings-view.ts'

interface AgreementFacts {
  settings: HouseholdSettings
  tonight: Temporal.PlainDate
  /** The form as it was posted, with faults in the language of the page. */
  typed: Attempt<AgreementForm> | undefined
  names: Record<ParentId, string>
  wording: Wording
}

/** What the parents have agreed on, what is to come, and the form that changes it. */
export function agreementView(facts: AgreementFacts) {
  const { settings, tonight, typed, names, wording } = facts
  const { say } = wording
  const { from, ...terms } = agreementAt(settings, tonight)
  const split = sayTerms(terms, wording, names)
  return {
    inForce:
      from === null
        ? say('settings.agreedFirst', { split })
        : say('settings.agreedSince', { date: wording.date(from), split }),
    coming: settings.agreements
      .filter(agreement => isBefore(tonight, agreement.from))
      .map(agreement => ({
        from: agreement.from.toString(),
        text: sayAgreement(agreement, wording, names),
      })),
    hasPast: from !== null,
    open: typed !== undefined,
    seen: seenBy(typed, agreementFormOf(settings, tonight).seen),
    ...fieldsOf(facts),
    preview: typed?.preview ? previewView(typed.preview, { names, tonight, wording }) : null,
  }
}

function fieldsOf({ settings, tonight, typed, names, wording }: AgreementFacts) {
  const { say } = wording
  const { values } = typed?.form ?? agreementFormOf(settings, tonight)
  const field = (name: AgreementField, plan: Field) =>
    fieldView(
      agreementField(name),
      { ...plan, input: agreementInputs[name] },
      { value: values[name], faults: typed?.faults },
    )
  const weights = findSetting('weekdayWeights')?.choices(wording, names) ?? []
  const weightOf = (day: number) =>
    fieldView(
      weekOf(agreementField('weekdayWeights'))[day - 1] ?? '',
      { input: 'choice', label: wording.weekday(day, 'short'), choices: weights },
      { value: values.weekdayWeights.split(' ')[day - 1] ?? '' },
    )
  const weekdays = weekdaysFrom(settings.weekStart)
  return {
    kind: field('kind', {
      label: say('settings.agreementKind'),
      choices: [
        { value: 'share', label: say('settings.byNight'), long: say('settings.byNightHint') },
        { value: 'weeks', label: say('settings.turns'), long: say('settings.turnsHint', names) },
      ],
    }),
    share: field('share', {
      label: say('settings.share'),
      choices: findSetting('share')?.choices(wording, names) ?? [],
    }),
    weights: {
      ...field('weekdayWeights', {
        label: say('settings.weekdayWeights'),
        hint: say('settings.weekdayWeightsHint'),
      }),
      week: weekdays.map(weightOf),
    },
    turns: [
      field('parent', {
        label: say('settings.firstWeek'),
        choices: parentIds.map(id => ({ value: id, label: names[id] })),
      }),
      field('weekday', {
        label: say('settings.changeDay'),
        choices: weekdays.map(day => ({
          value: String(day),
          label: wording.capital(wording.weekday(day)),
        })),
      }),
      field('weeks', {
        label: say('settings.turnLength'),
        choices: turnWeeks.map(weeks => ({
          value: String(weeks),
          label: say('settings.weeksLong', { weeks }),
        })),
      }),
      field('isMadeGood', { label: say('settings.madeGood'), hint: say('settings.madeGoodHint') }),
    ],
    start: field('start', {
      label: say('settings.agreementStart'),
      choices: [
        { value: 'tonight', label: say('settings.fromTonight') },
        { value: 'date', label: say('settings.fromDate') },
        { value: 'always', label: say('settings.always'), long: say('settings.alwaysHint') },
      ],
    }),
    from: field('from', { label: say('settings.firstNight') }),
  }
}
