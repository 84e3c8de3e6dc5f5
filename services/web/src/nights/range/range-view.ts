import type { NightOfHome } from '@night-routine/database/nights'
import { otherParent, parentIds } from '@night-routine/fairness'
import {
  isBefore,
  rangePatterns,
  type FieldError,
  type RangePreview,
} from '@night-routine/household'
import { parentIn, type Assignee } from '@night-routine/wording'
import { fieldView, type Field } from '../../plugins/fields.ts'
import { patternText } from '../../text/pattern-text.ts'
import { labelsOf } from '../../text/person-name.ts'
import { monthView, type MonthFacts } from '../home/month-view.ts'
import { alsoMoves } from '../sheet/night-steps.ts'

export const rangePage = '/nights/range'

/** A range of nights as a person chose it; what is open is empty. */
export interface RangeForm {
  from: string
  to: string
  pattern: string
  first: string
}

type RangeFacts = Pick<
  MonthFacts,
  'month' | 'tonight' | 'weekStart' | 'trips' | 'people' | 'wording'
> & {
  form: RangeForm
  /** The first night in the form, if it is one and the last one is still to be chosen. */
  begun: Temporal.PlainDate | null
  preview: RangePreview | null
  faults: readonly FieldError[]
  nights: readonly NightOfHome[]
}

/** The page where a person plans a range of nights: the month to choose it from, the form, and what it would do. */
export function rangeView({ form, begun, preview, faults, ...facts }: RangeFacts) {
  const { month, wording } = facts
  const { say } = wording
  const { nights, was } = previewed(facts.nights, preview)
  const rest = queryOf({ ...form })
  return {
    title: say('range.title'),
    trouble: faults.map(({ field, text }) => ({ id: field, text })),
    press: say(begun ? 'range.pressLast' : 'range.pressFirst'),
    month: monthView({
      ...facts,
      nights,
      was,
      selected: preview
        ? [...preview.nights, ...preview.kept].map(({ night }) => night)
        : begun
          ? [begun]
          : [],
      readOnly: true,
      choosing: {
        address: { page: rangePage, rest: `&${rest}`, today: `${rangePage}?${rest}` },
        addressOf: night => addressOf(night, { form, begun, ...facts }),
      },
    }),
    shownMonth: month?.toString() ?? null,
    fields: fieldsOf({ form, preview, faults, ...facts }),
    results: preview ? resultsOf(preview, facts) : [],
  }
}

/** The page after a press on a night, which is the last one if it comes after the first. */
function addressOf(
  night: Temporal.PlainDate,
  { form, begun, month, tonight }: Pick<RangeFacts, 'form' | 'begun' | 'month' | 'tonight'>,
): string | null {
  if (isBefore(night, tonight) || isBefore(tonight.add({ years: 1 }), night)) return null
  const isLast = begun !== null && !isBefore(night, begun)
  const range = isLast ? { to: night.toString() } : { from: night.toString(), to: '' }
  const query = queryOf({ month: month?.toString() ?? '', ...form, ...range })
  return `${rangePage}?${query}#${isLast ? 'plan' : 'month-title'}`
}

function queryOf(values: Record<string, string>): string {
  return new URLSearchParams(Object.entries(values).filter(([, text]) => text !== '')).toString()
}

const none = { babysitter: null, reason: null, explanation: null, note: null, weight: null }

/** The nights as they would be, and who had those that would go to someone else. */
function previewed(nights: readonly NightOfHome[], preview: RangePreview | null) {
  const byDate = new Map(nights.map(night => [night.night.toString(), night]))
  const was = new Map<string, Assignee>()
  const put = (
    night: Temporal.PlainDate,
    caregiver: NightOfHome['caregiver'],
    override: boolean,
  ) => {
    const key = night.toString()
    const before = byDate.get(key)
    if (before && before.caregiver !== caregiver) was.set(key, before)
    byDate.set(key, { id: 0n, ...none, decidedOn: night, ...before, night, caregiver, override })
  }
  for (const { night, caregiver } of preview?.nights ?? []) put(night, caregiver, true)
  for (const { night, after } of preview?.changed ?? []) put(night, after, false)
  return { nights: [...byDate.values()], was }
}

function fieldsOf(facts: Pick<RangeFacts, 'form' | 'preview' | 'faults' | 'people' | 'wording'>) {
  const { form, preview, faults, people, wording } = facts
  const { say } = wording
  const labels = labelsOf(people, wording)
  const pattern = form.pattern || 'turns'
  const offered = rangePatterns.filter(
    each => each !== 'last-year' || each === pattern || preview?.hasLastYear === true,
  )
  const patterns = offered.map(value => ({
    value,
    label: wording.capital(patternText(value, people, wording)),
  }))
  const parents = parentIds.map(value => ({ value, label: labels[value] }))
  const first = form.first || (preview?.begins ?? 'a')
  const field = (id: keyof RangeForm, value: string, plan: Field) =>
    fieldView(id, plan, { value, faults })
  return [
    field('from', form.from, { label: say('settings.firstNight'), input: 'date' }),
    field('to', form.to, { label: say('settings.lastNight'), input: 'date' }),
    field('pattern', pattern, { label: say('range.pattern'), input: 'cards', choices: patterns }),
    field('first', first, { label: say('range.begins'), input: 'choice', choices: parents }),
  ]
}

/** What planning it would do, in sentences. */
function resultsOf(
  { nights, kept, changed }: RangePreview,
  { people, tonight, wording }: Pick<RangeFacts, 'people' | 'tonight' | 'wording'>,
): string[] {
  const { say } = wording
  const listed = (those: readonly { night: Temporal.PlainDate }[]) =>
    wording.list(those.map(({ night }) => wording.nightFrom(tonight, night)))
  const count = (parent: string) => nights.filter(({ caregiver }) => caregiver === parent).length
  const a = people.reader ?? 'a'
  const b = otherParent(a)
  const away = Map.groupBy(
    nights.filter(({ isAway }) => isAway),
    ({ caregiver }) => caregiver,
  )
  const sitters = Map.groupBy(
    kept,
    ({ babysitter }) => babysitter?.name ?? say('person.babysitter'),
  )
  return [
    say('range.each', {
      a: parentIn(people, a),
      aNights: count(a),
      b: parentIn(people, b),
      bNights: count(b),
    }),
    ...[...sitters].map(([name, those]) => say('range.keeps', { name, nights: listed(those) })),
    ...[...away].map(([parent, those]) =>
      say('night.awayOn', { name: parentIn(people, parent), night: listed(those) }),
    ),
    alsoMoves({ changed }, nights, { people, tonight, wording }) ?? '',
    say('range.locked'),
  ].filter(Boolean)
}
