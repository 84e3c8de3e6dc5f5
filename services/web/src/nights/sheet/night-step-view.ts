import type { Assignment, ParentId } from '@night-routine/database/nights'
import {
  besides,
  longestWord,
  movesIn,
  type Preview,
  type SwapPreview,
} from '@night-routine/household'
import { otherParent, weightChoices } from '@night-routine/fairness'
import {
  movesText,
  parentIn,
  type Assignee,
  type People,
  type Person,
  type Wording,
} from '@night-routine/wording'
import { weightText } from './night-actions.ts'
import { nightLink, sheetAddress } from '../home/night-cell.ts'
import { caregiverIn } from '../../text/caregiver-name.ts'
import type { TonightAction } from '../home/tonight-view.ts'
import type { NightChoices, NightStep, ProposedWeight } from './night-choices.ts'

/** One choice for a night on a page of its own, before it is made: exactly one of these is not null. */
export interface NightStepView {
  id: string
  /** YYYY-MM-DD */
  night: string
  /** The address of the sheet without the choice. */
  back: string
  ask: { name: Person; longest: number; returns: { id: string; label: string }[] } | null
  give: {
    to: ParentId
    name: Person
    away: Person | null
    result: string
    moves: string | null
  } | null
  swap: { address: string; label: string }[] | null
  swapWith: { other: string; result: string; moves: string | null; away: string[] } | null
  babysitter: { name: string; sitters: string[]; moves: string | null } | null
  away: {
    parents: { value: ParentId; name: string; chosen: boolean }[]
    from: string
    to: string
    fault: string | null
    /** What would change; null before there are dates. */
    result: string | null
    /** That tonight stays as it is, and what helps. */
    tonight: { text: string; actions: TonightAction[] } | null
  } | null
  unlock: { result: string; moves: string | null } | null
  weights: { address: string; label: string; chosen: boolean }[] | null
  weigh: { weight: string; result: string; moves: string } | null
  note: boolean
}

interface Context {
  people: People
  /** The month of the page; null for the coming weeks. */
  month: Temporal.PlainYearMonth | null
  tonight: Temporal.PlainDate
  /** What the reader can do if the parent who has tonight is away. */
  whenAway: TonightAction[]
  wording: Wording
}

const nothing: Omit<NightStepView, 'id' | 'night' | 'back'> = {
  ask: null,
  give: null,
  swap: null,
  swapWith: null,
  babysitter: null,
  away: null,
  unlock: null,
  weights: null,
  weigh: null,
  note: false,
}

/** What a choice for this night would do, and the form that makes it; null for one that this night doesn't have. */
export function nightStepView(
  night: Assignment,
  step: NightStep,
  choices: NightChoices,
  context: Context,
): NightStepView | null {
  const view = chosen(night, step, choices, context)
  if (view === null) return null
  const link = nightLink(context.month, night)
  return {
    id: link.id,
    night: night.night.toString(),
    back: sheetAddress(link),
    ...nothing,
    ...view,
  }
}

function chosen(
  night: Assignment,
  step: NightStep,
  choices: NightChoices,
  context: Context,
): Partial<NightStepView> | null {
  switch (step.choice) {
    case 'give':
      return { give: give(night, step, context) }
    case 'swap':
      return { swap: swappable(night, choices, context) }
    case 'swap-with':
      return { swapWith: swapWith(step.swap, context) }
    case 'babysitter': {
      const moves = alsoMoves(step.preview, [night], context)
      return { babysitter: { name: step.name, sitters: choices.sitters, moves } }
    }
    case 'away':
      return { away: away(step, context) }
    case 'unlock':
      return step.preview && { unlock: unlock(night, step.preview, choices, context) }
    case 'weight':
      return { weights: weights(night, choices, context) }
    case 'weigh':
      return { weigh: weigh(night, step.proposed, context) }
    case 'note':
      return { note: true }
    case 'ask':
      return ask(night, choices, context)
    default:
      return null
  }
}

function ask(
  { caregiver }: Assignment,
  { returns, joined }: NightChoices,
  { people, wording }: Context,
): Partial<NightStepView> | null {
  const { reader } = people
  if (!reader || caregiver !== reader || !joined) return null
  return {
    ask: {
      name: parentIn(people, otherParent(reader)),
      longest: longestWord,
      returns: returns.map(other => ({
        id: other.id.toString(),
        label: wording.capital(wording.shortNight(other.night)),
      })),
    },
  }
}

function give(
  night: Assignment,
  { to, preview }: Extract<NightStep, { choice: 'give' }>,
  context: Context,
): NightStepView['give'] {
  const { people } = context
  const name = parentIn(people, to)
  const after: Assignee = { caregiver: to, babysitter: null }
  return {
    to,
    name,
    away: night.explanation?.away.includes(to) === true ? name : null,
    result: movesText([{ night: night.night, before: night, after }], {
      ...context,
      conditional: true,
    }),
    moves: alsoMoves(preview, [night], context),
  }
}

function swappable(
  night: Assignment,
  { swappable: others }: NightChoices,
  { people, month, wording }: Context,
) {
  return others.map(other => ({
    address: sheetAddress(nightLink(month, night), { swap: other.id.toString() }),
    label: wording.say('night.swapNight', {
      date: wording.capital(wording.night(other.night)),
      name: caregiverIn(other, people, wording),
    }),
  }))
}

/** What a swap would do, before it is made. */
function swapWith(swap: SwapPreview, context: Context): NightStepView['swapWith'] {
  const { people, tonight, wording } = context
  const [night, other] = swap.nights
  const swapped = [
    { ...night, after: other },
    { ...other, after: night },
  ]
  return {
    other: other.id.toString(),
    result: movesText(
      swapped.map(each => ({ night: each.night, before: each, after: each.after })),
      { ...context, conditional: true },
    ),
    moves: alsoMoves(swap, swap.nights, context),
    away: swapped
      .filter(({ explanation, after }) => explanation?.away.some(each => each === after.caregiver))
      .map(({ night: date, after }) =>
        wording.say('night.awayOn', {
          name: caregiverIn(after, people, wording),
          night: wording.nightFrom(tonight, date),
        }),
      ),
  }
}

function away(
  { form, preview, faults }: Extract<NightStep, { choice: 'away' }>,
  context: Context,
): NightStepView['away'] {
  const { people, wording } = context
  const [fault] = faults
  return {
    parents: (['a', 'b'] as const).map(value => ({
      value,
      name: value === people.reader ? wording.say('person.you') : people.names[value],
      chosen: form.parent === value,
    })),
    from: form.from,
    to: form.to,
    fault: fault === undefined ? null : fault.says ? wording.tell(fault.says) : fault.text,
    result: preview && allMoves(preview, context),
    tonight: preview?.tonightStays
      ? {
          text: wording.say('night.tonightStays', { name: parentIn(people, preview.tonightStays) }),
          actions: context.whenAway,
        }
      : null,
  }
}

function unlock(
  night: Assignment,
  preview: Preview & Pick<Assignment, 'caregiver'>,
  { isOver }: NightChoices,
  context: Context,
): NightStepView['unlock'] {
  const moves = alsoMoves(preview, [night], context)
  const result = isOver
    ? context.wording.say('night.unlockOver')
    : unlockText(night, preview, context)
  return { result, moves }
}

function unlockText(
  night: Assignment,
  { caregiver }: Pick<Assignment, 'caregiver'>,
  { people, wording }: Context,
): string {
  if (caregiver === null) return wording.say('night.unlockToNobody')
  const name = caregiverIn({ caregiver, babysitter: night.babysitter }, people, wording)
  return wording.say(caregiver === night.caregiver ? 'night.unlockStays' : 'night.unlockTo', {
    name,
  })
}

function weights(night: Assignment, { weight }: NightChoices, { month, wording }: Context) {
  return weightChoices.map(value => ({
    address: sheetAddress(nightLink(month, night), { weight: String(value) }),
    label: weightText(value, wording),
    chosen: value === weight,
  }))
}

/** What a weight would do, before it is saved. */
function weigh(
  { night }: Assignment,
  { weight, preview }: ProposedWeight,
  context: Context,
): NightStepView['weigh'] {
  const { tonight, wording } = context
  const date = wording.capital(wording.nightFrom(tonight, night))
  return {
    weight: String(weight),
    result:
      weight === 1
        ? wording.say('night.wouldCountAsUsual', { date })
        : wording.say('night.wouldCount', { date, weight }),
    moves: allMoves(preview, context),
  }
}

/** The nights that a choice would move besides its own; null if none. */
export function alsoMoves(
  preview: Preview | null,
  own: readonly { night: Temporal.PlainDate }[],
  context: Omit<Context, 'month' | 'whenAway'>,
): string | null {
  const others = besides(
    preview ?? { changed: [] },
    own.map(({ night }) => night),
  )
  if (others.length === 0) return null
  return context.wording.say('night.alsoMoves', { moves: wouldMove(others, context) })
}

/** What an absence or a weight would move, which has no night of its own to move. */
function allMoves({ changed }: Preview, context: Context): string {
  return changed.length > 0
    ? wouldMove(changed, context)
    : context.wording.say('settings.wouldChangeHands', { nights: 0 })
}

function wouldMove(
  changed: Preview['changed'],
  context: Omit<Context, 'month' | 'whenAway'>,
): string {
  return movesText(movesIn(changed), { ...context, conditional: true })
}
