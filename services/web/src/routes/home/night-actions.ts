import type { Assignment, Babysitter, Caregiver, ParentId } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import { movesInWords } from './moves.ts'
import type { NightChoices } from './night-choices.ts'
import { caregiverName, nightAndName, type People } from './night-cell.ts'

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
  give: { to: ParentId; name: string; away: boolean; moves: string | null }[]
  /** `moves` is for a script; the label says in short which other nights move. */
  swap: { id: string; label: string; moves: string | null }[]
  unlock: string | null
}

interface Context {
  people: People
  tonight: Temporal.PlainDate
  words: Wording
}

/** What a person may do with this night, and what else each choice would move. */
export function nightActions(
  night: Assignment,
  { sitters, swappable, previews, isOver }: NightChoices,
  context: Context,
): NightActions {
  const { people, words } = context
  const parents: ParentId[] = ['a', 'b']
  const alsoMoves = (changed: Changed, ...others: readonly Assignment[]) => {
    const moves = movesInWords(without(changed, night, ...others).map(asMove), context)
    return moves === '' ? null : words.say('night.alsoMoves', { moves })
  }
  return {
    id: night.id.toString(),
    night: night.night.toString(),
    sitters,
    sitter: night.babysitter,
    sitterMoves: night.caregiver === 'babysitter' ? null : alsoMoves(previews.babysitter.changed),
    give: parents
      .filter(parent => parent !== night.caregiver)
      .map(to => ({
        to,
        name: people.names[to],
        away: night.explanation?.away.includes(to) === true,
        moves: alsoMoves(previews.give[to].changed),
      })),
    swap: swappable.map((other, index) => {
      const { changed = [] } = previews.swap[index] ?? {}
      return {
        id: other.id.toString(),
        label: swapLabel(other, without(changed, night, other), context),
        moves: alsoMoves(changed, other),
      }
    }),
    unlock:
      previews.unlock &&
      [
        isOver ? words.say('night.unlockOver') : unlockWords(night, previews.unlock, context),
        alsoMoves(previews.unlock.changed),
      ]
        .filter(Boolean)
        .join(' '),
  }
}

type Changed = readonly {
  night: Temporal.PlainDate
  before: Caregiver | null
  after: Caregiver | null
}[]

function without(changed: Changed, ...swapped: readonly Assignment[]): Changed {
  return changed.filter(change => !swapped.some(({ night }) => night.equals(change.night)))
}

/** More nights are counted instead. */
const mostNamed = 2

/** "Sunday 22 November: Robin (also moves Tuesday)" */
function swapLabel(other: Assignment, moved: Changed, { people, tonight, words }: Context): string {
  const night = nightAndName(other, people, words)
  if (moved.length === 0) return night
  return moved.length > mostNamed
    ? words.say('night.swapMovesMany', { night, count: moved.length })
    : words.say('night.swapMoves', {
        night,
        nights: words.list(moved.map(each => words.nightFrom(tonight, each.night))),
      })
}

function asMove({ night, before, after }: Changed[number]) {
  return {
    night,
    before: { caregiver: before, babysitter: null },
    after: { caregiver: after, babysitter: null },
  }
}

function unlockWords(
  { babysitter }: Assignment,
  { caregiver }: Pick<Assignment, 'caregiver'>,
  { people, words }: Context,
): string {
  const name = caregiverName({ caregiver, babysitter }, people, words)
  return caregiver === null
    ? words.say('night.unlockToNobody')
    : words.say('night.unlockTo', { name })
}
