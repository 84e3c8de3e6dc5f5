import type { Assignment, ParentId } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import type { NightChoices } from './night-choices.ts'
import { caregiverName, nightAndName, type People } from './night-cell.ts'

/** The forms below a night. */
export interface NightActions {
  id: string
  sitters: string[]
  /** The booked babysitter. */
  sitter: string
  give: { to: ParentId; name: string }[]
  swap: { id: string; label: string }[]
  unlock: string | null
}

/** What a person may do with this night. */
export function nightActions(
  night: Assignment,
  { sitters, swappable, unlocking, isOver }: NightChoices,
  { people, words }: { people: People; words: Wording },
): NightActions {
  const parents: ParentId[] = ['a', 'b']
  return {
    id: night.id.toString(),
    sitters,
    sitter: night.babysitterName ?? '',
    give: parents
      .filter(parent => parent !== night.caregiver)
      .map(to => ({ to, name: people.names[to] })),
    swap: swappable.map(other => ({
      id: other.id.toString(),
      label: nightAndName(other, people, words),
    })),
    unlock:
      unlocking &&
      (isOver ? words.say('night.unlockOver') : unlockWords(night, unlocking, { people, words })),
  }
}

function unlockWords(
  { night, babysitterName }: Assignment,
  { caregiver, changed }: NonNullable<NightChoices['unlocking']>,
  { people, words }: { people: People; words: Wording },
): string {
  const name = caregiverName({ caregiver, babysitterName }, people, words)
  const others = changed.filter(change => !change.night.equals(night)).length
  const then =
    caregiver === null ? words.say('night.unlockToNobody') : words.say('night.unlockTo', { name })
  return others === 0 ? then : `${then} ${words.say('night.unlockOthers', { count: others })}`
}
