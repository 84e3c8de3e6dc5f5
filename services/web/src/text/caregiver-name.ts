import type { ParentId } from '@night-routine/database/nights'
import {
  assigneeIn,
  type Assignee,
  type People,
  type Person,
  type Wording,
} from '@night-routine/wording'
import { Type } from 'typebox'

/** A caregiver's look: a colour, a line style and a name, never a colour alone. */
export type Kind = ParentId | 'babysitter' | 'open' | 'unplanned'

/** Who has a night: `open` if no one has it yet. */
export const nightKind = Type.Union([
  Type.Literal('parent'),
  Type.Literal('babysitter'),
  Type.Literal('open'),
])

/** Who does the night, as a label: "You" for the reader. A babysitter may have no name. */
export function caregiverName(night: Assignee | null, people: People, wording: Wording): string {
  if (!night) return ''
  const { name, isReader } = caregiverIn(night, people, wording)
  return isReader ? wording.say('person.you') : name
}

/** Who does the night, for a sentence. */
export function caregiverIn(night: Assignee, people: People, { say }: Wording): Person {
  const name = say(night.caregiver === null ? 'person.unassigned' : 'person.babysitter')
  return assigneeIn(people, night) ?? { name, isReader: false }
}
