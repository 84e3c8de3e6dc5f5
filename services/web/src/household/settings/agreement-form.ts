import { ledgerOf, parentIds, shares, turnWeeks } from '@night-routine/fairness'
import {
  agree,
  agreementAt,
  areWeekdayWeights,
  dateIn,
  everyNightAlike,
  fieldError,
  isBefore,
  splitOf,
  weekdayWeightsIn,
  type FieldError,
  type HouseholdSettings,
} from '@night-routine/household'
import { message, type PlainKey } from '@night-routine/wording'
import { oneValue, postedValue, type Input, type TypedForm } from '../../plugins/fields.ts'
import { formOf } from './settings-form.ts'

/** What the parents can agree on, and from when. */
const agreementKinds = ['share', 'weeks'] as const
const agreementStarts = ['tonight', 'date', 'always'] as const

/** The fields of an agreement; weeks that turn about have a parent, a weekday, weeks, and whether nights are made good. */
export const agreementInputs = {
  kind: 'cards',
  share: 'choice',
  weekdayWeights: 'week',
  parent: 'choice',
  weekday: 'choice',
  weeks: 'choice',
  isMadeGood: 'switch',
  start: 'cards',
  from: 'date',
} as const satisfies Record<string, Input>

export type AgreementField = keyof typeof agreementInputs

/** The name of a field on the page, which has others for absences. */
export const agreementField = (field: AgreementField) => `agreement.${field}` as const

/** An agreement as a person types it. */
export interface AgreementForm {
  values: Record<AgreementField, string>
  /** As in `WantedSettings`. */
  seen: string
}

/** The form with what is in force tonight. */
export function agreementFormOf(settings: HouseholdSettings, tonight: Temporal.PlainDate) {
  const { share, weekdayWeights, turns } = agreementAt(settings, tonight)
  const turn = ledgerOf(splitOf(settings, [])).turnOf(tonight)
  const values = {
    kind: turns === null ? 'share' : 'weeks',
    share: String(share),
    weekdayWeights: weekdayWeights.join(' '),
    parent: turn?.parent ?? 'a',
    weekday: String(turns?.weekday ?? 5),
    weeks: String(turns?.weeks ?? 1),
    isMadeGood: turns?.isMadeGood === false ? 'off' : 'on',
    start: 'tonight',
    from: '',
  }
  return { values, seen: formOf(settings).seen }
}

/** The form as it was posted. */
export function postedAgreement(posted: TypedForm): AgreementForm {
  const values = Object.fromEntries(
    Object.entries(agreementInputs).map(([field, input]) => [
      field,
      String(postedValue(posted, `agreement.${field}`, input)),
    ]),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return { values: values as AgreementForm['values'], seen: oneValue(posted, 'seen') }
}

/** The settings with the agreement of a form, or all faults. */
export function withAgreement(
  { values }: Pick<AgreementForm, 'values'>,
  current: HouseholdSettings,
  tonight: Temporal.PlainDate,
): { settings: HouseholdSettings; faults: FieldError[] } {
  const faults: FieldError[] = []
  const refuse = (field: AgreementField, says: PlainKey) =>
    faults.push(fieldError(agreementField(field), message(says)))
  function chosen<Value>(field: AgreementField, options: readonly Value[], otherwise: Value) {
    const found = options.find(option => String(option) === values[field])
    if (found === undefined) refuse(field, 'refusal.notOffered')
    return found ?? otherwise
  }
  function terms() {
    if (chosen('kind', agreementKinds, 'share') === 'share') {
      const weights = weekdayWeightsIn(values.weekdayWeights)
      if (!areWeekdayWeights(weights)) refuse('weekdayWeights', 'refusal.weight')
      return { share: chosen('share', shares, 50), weekdayWeights: weights, turns: null }
    }
    const turns = {
      parent: chosen('parent', parentIds, 'a'),
      weekday: chosen('weekday', [1, 2, 3, 4, 5, 6, 7], 1),
      weeks: chosen('weeks', turnWeeks, 1),
      isMadeGood: values.isMadeGood === 'on',
    }
    return { share: 50, weekdayWeights: [...everyNightAlike], turns }
  }
  function from() {
    const start = chosen('start', agreementStarts, 'tonight')
    if (start === 'tonight') return tonight
    if (start === 'always') {
      // Nobody knows whose week it was when counting began.
      if (values.kind === 'weeks') refuse('start', 'refusal.weeksAlways')
      return null
    }
    const date = dateIn(values.from)
    if (date === undefined) refuse('from', 'refusal.noDate')
    else if (isBefore(date, tonight)) refuse('from', 'refusal.agreementPast')
    return date ?? tonight
  }
  const settings = agree(current, terms(), from())
  return { settings: faults.length === 0 ? settings : current, faults }
}
