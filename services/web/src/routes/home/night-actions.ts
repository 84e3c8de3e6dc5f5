import type { Assignment, Babysitter, ParentId } from '@night-routine/database'
import type { Preview, SwapPreview } from '@night-routine/household'
import { parentIds, weightChoices } from '@night-routine/fairness'
import { parentIn, type People, type Person, type Wording } from '@night-routine/wording'
import { movesText } from './moves.ts'
import type { NightChoices, ProposedWeight } from './night-choices.ts'
import { caregiverIn } from './night-cell.ts'

/** The forms of a night. */
export interface NightActions {
  id: string
  /** YYYY-MM-DD */
  night: string
  sitters: string[]
  /** The booked babysitter. */
  sitter: Babysitter | null
  /** Which other nights a babysitter would move; null if none. */
  sitterMoves: string | null
  /** The parents who don't have the night; `away` asks once more. */
  give: { to: ParentId; name: Person; away: boolean; moves: string | null }[]
  /** The nights to swap it with; a press shows what the chosen swap would do. */
  swap: { id: string; label: string }[]
  unlock: string | null
  /** What the night can count; a press shows what the choice would do. */
  weights: { value: string; label: string; chosen: boolean }[]
}

/** What a night would count, to confirm. */
export interface NightWeighing {
  id: string
  weight: string
  result: string
  /** Which nights it would move. */
  moves: string
}

/** A swap to confirm. */
export interface NightSwap {
  id: string
  other: string
  /** Who would have the two nights. */
  result: string
  /** Which other nights it would move; null if none. */
  moves: string | null
  /** Who would have a night on which they are away. */
  away: string[]
}

interface Context {
  people: People
  tonight: Temporal.PlainDate
  wording: Wording
}

/** What a person may do with this night, and what else each choice would move. */
export function nightActions(
  night: Assignment,
  { sitters, swappable, previews, isOver, weight }: NightChoices,
  context: Context,
): NightActions {
  const { people, wording } = context
  return {
    id: night.id.toString(),
    night: night.night.toString(),
    sitters,
    sitter: night.babysitter,
    sitterMoves: alsoMoves(previews.babysitter, [night], context),
    give: parentIds
      .filter(parent => parent !== night.caregiver)
      .map(to => ({
        to,
        name: parentIn(people, to),
        away: night.explanation?.away.includes(to) === true,
        moves: alsoMoves(previews.give[to], [night], context),
      })),
    swap: swappable.map(other => ({
      id: other.id.toString(),
      // All of them are the other parent's, and a phone has no room for more.
      label: wording.capital(wording.shortNight(other.night)),
    })),
    unlock:
      previews.unlock &&
      [
        isOver ? wording.say('night.unlockOver') : unlockText(night, previews.unlock, context),
        alsoMoves(previews.unlock, [night], context),
      ]
        .filter(Boolean)
        .join(' '),
    weights: weightChoices.map(value => ({
      value: String(value),
      label: weightText(value, wording),
      chosen: value === weight,
    })),
  }
}

/** "Counts 2 nights" */
export function weightText(weight: number, { say }: Wording): string {
  return weight === 1 ? say('night.countsAsUsual') : say('night.counts', { weight })
}

/** What a weight would do, before it is saved. */
export function nightWeighing(
  { id, night }: Assignment,
  { weight, preview }: ProposedWeight,
  context: Context,
): NightWeighing {
  const { tonight, wording } = context
  const date = wording.capital(wording.nightFrom(tonight, night))
  return {
    id: id.toString(),
    weight: String(weight),
    result:
      weight === 1
        ? wording.say('night.wouldCountAsUsual', { date })
        : wording.say('night.wouldCount', { date, weight }),
    moves:
      alsoMoves(preview, [], context) ?? wording.say('settings.wouldChangeHands', { nights: 0 }),
  }
}

/** What a swap would do, before it is made. */
export function nightSwap(swap: SwapPreview, context: Context): NightSwap {
  const { people, tonight, wording } = context
  const [night, other] = swap.nights
  const swapped = [
    { ...night, after: other },
    { ...other, after: night },
  ]
  return {
    id: night.id.toString(),
    other: other.id.toString(),
    result: wording.say('night.afterSwap', {
      moves: movesText(
        swapped.map(each => ({ night: each.night, before: each, after: each.after })),
        context,
      ),
    }),
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

/** The nights that a choice would move besides its own; null if none. */
function alsoMoves(
  preview: Preview | null,
  own: readonly Assignment[],
  context: Context,
): string | null {
  const others = (preview?.changed ?? []).filter(
    change => !own.some(({ night }) => night.equals(change.night)),
  )
  if (others.length === 0) return null
  const moves = movesText(
    others.map(({ night, before, after }) => ({
      night,
      before: { caregiver: before, babysitter: null },
      after: { caregiver: after, babysitter: null },
    })),
    context,
  )
  return context.wording.say('night.alsoMoves', { moves })
}

function unlockText(
  { babysitter }: Assignment,
  { caregiver }: Pick<Assignment, 'caregiver'>,
  { people, wording }: Context,
): string {
  const name = caregiverIn({ caregiver, babysitter }, people, wording)
  return caregiver === null
    ? wording.say('night.unlockToNobody')
    : wording.say('night.unlockTo', { name })
}
