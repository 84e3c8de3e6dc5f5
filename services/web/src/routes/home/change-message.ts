import type { RecordedEntry } from '@night-routine/database'
import { isAboutCaregiver, nightsOfChange, type NightOfChange } from '@night-routine/household'
import { sameAssignee, type Wording, type People } from '@night-routine/wording'
import { personName, type KnownPeople } from '../../person-name.ts'
import { movesText } from './moves.ts'

interface Context {
  people: People
  tonight: Temporal.PlainDate
  wording: Wording
}

/** The nights of a change that have someone else now, in sentences; first those that the person decided. */
export function changedNightsText(entries: readonly RecordedEntry[], context: Context): string {
  const moved = nightsOfChange(entries).filter(isMove)
  const [decided, followed] = [moved.filter(isDecided), moved.filter(each => !isDecided(each))]
  return movesText([...inOrder(decided), ...inOrder(followed)], context)
}

/**
 * What others did since a page was made, for the person who has it open: the coming nights that have someone
 * else now, and who changed them. Null if there are none.
 */
export function changesSinceText(
  entries: readonly RecordedEntry[],
  { reader, ...context }: Context & { reader: string; people: KnownPeople },
): string | null {
  const ofOthers = sinceOwnChanges(entries, reader)
  const moved = nightsOfChange(ofOthers).filter(
    each => isMove(each) && Temporal.PlainDate.compare(each.night, context.tonight) >= 0,
  )
  if (moved.length === 0) return null
  const { wording, people } = context
  const dates = new Set(moved.map(({ night }) => night.toString()))
  const actors = new Set(
    ofOthers
      .filter(({ night }) => night !== null && dates.has(night.toString()))
      .map(({ actorKind, actor }) => {
        if (actorKind === 'calendar') return wording.say('notification.byCalendar')
        if (actorKind === 'schedule') return wording.say('notification.bySchedule')
        return actor === null
          ? ''
          : wording.say('notification.by', { name: personName(actor, people) })
      }),
  )
  return [movesText(inOrder(moved), context), ...actors].filter(Boolean).join(' ')
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

function isDecided({ first }: NightOfChange): boolean {
  return first.action !== 'night-replanned'
}

function inOrder(moves: readonly NightOfChange[]): NightOfChange[] {
  return moves.toSorted((one, other) => Temporal.PlainDate.compare(one.night, other.night))
}
