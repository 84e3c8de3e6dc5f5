import type { RecordedEntry } from '@night-routine/database/nights'
import { isAboutCaregiver, nightsOfChange, type NightOfChange } from '@night-routine/household'
import {
  howMoved,
  movesText,
  sameAssignee,
  type Mover,
  type People,
  type Wording,
} from '@night-routine/wording'
import { personIn, type KnownPeople } from './person-name.ts'

interface Context {
  people: People
  tonight: Temporal.PlainDate
  wording: Wording
}

/** What a change moved, first the nights that the person decided. With `by`, the sentences say who it was. */
export function changeMessage(
  entries: readonly RecordedEntry[],
  context: Context & { by?: Mover | null },
) {
  const moves = decidedFirst(nightsOfChange(entries).filter(isMove))
  return { moves, text: movesText(moves, context) }
}

/**
 * What others did since a page was made, for the person who has it open: the coming nights that have someone
 * else now, and who changed them. Null if there are none.
 */
export function changesSince(
  entries: readonly RecordedEntry[],
  { reader, people, tonight, wording }: Context & { reader: string; people: KnownPeople },
) {
  const ofOthers = sinceOwnChanges(entries, reader)
  const moves = decidedFirst(
    nightsOfChange(ofOthers).filter(
      each => isMove(each) && Temporal.PlainDate.compare(each.night, tonight) >= 0,
    ),
  )
  if (moves.length === 0) return null
  const last = new Map(ofOthers.map(entry => [String(entry.night), entry]))
  const told = moves.map(move => ({
    ...move,
    origin: originOf(last.get(move.night.toString()) ?? move.first, entries, people),
  }))
  const alike = Map.groupBy(told, ({ origin }) => JSON.stringify(origin))
  const texts = [...alike.values()].map(group =>
    movesText(group, { people, tonight, wording, mostNights, ...group[0]?.origin }),
  )
  return { moves, text: texts.join(' ') }
}

/** A range that a person planned would fill the page. */
const mostNights = 7

/** Who moved a night, and how. */
function originOf(entry: RecordedEntry, entries: readonly RecordedEntry[], people: KnownPeople) {
  const { actorKind, actor, change } = entry
  const how = howMoved(
    entries.filter(each => each === entry || (change !== null && each.change === change)),
  )
  if (actorKind !== 'person') return { by: actorKind, how }
  return {
    by: actor === null ? null : (people.accounts.get(actor) ?? personIn(actor, people)),
    how,
  }
}

/**
 * Who does which night, by others, without what the reader has changed since: a reader knows what their own
 * change, on another device perhaps, made of a night.
 */
function sinceOwnChanges(entries: readonly RecordedEntry[], reader: string): RecordedEntry[] {
  const own = new Set<string>()
  return entries
    .filter(isAboutCaregiver)
    .toReversed()
    .filter(({ actor, night }) => {
      if (night === null) return false
      if (actor === reader) own.add(night.toString())
      return !own.has(night.toString())
    })
    .toReversed()
}

function isMove({ before, after }: NightOfChange): boolean {
  return !sameAssignee(before, after)
}

/** What a person decided leads the sentence: "Robin gave you Sunday and takes your Friday." */
function decidedFirst(moves: readonly NightOfChange[]): NightOfChange[] {
  return [...inOrder(moves.filter(isDecided)), ...inOrder(moves.filter(each => !isDecided(each)))]
}

/** Whether a person decided the night, and no plan. */
export function isDecided({ first }: NightOfChange): boolean {
  return first.action !== 'night-replanned'
}

function inOrder(moves: readonly NightOfChange[]): NightOfChange[] {
  return moves.toSorted((one, other) => Temporal.PlainDate.compare(one.night, other.night))
}
