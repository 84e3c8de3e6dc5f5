import type { ParentId } from '@night-routine/fairness'
import { assigneeName, type Assignee } from './assignee.ts'

/** The parents' names, and which of them reads. */
export interface People {
  names: Record<ParentId, string>
  /** Missing or null where the reader is unknown or no parent: then sentences name both. */
  reader?: ParentId | null | undefined
}

/**
 * Someone a sentence is about. A message says "you" to its reader by an ICU select on a companion argument,
 * which `tell` fills in: `{nameIs, select, you {You have} other {{name} has}}`. Plain text is a third person.
 */
export interface Person {
  name: string
  isReader: boolean
}

/** A parent, for a sentence. */
export function parentIn({ names, reader }: People, parent: ParentId): Person {
  return { name: names[parent], isReader: parent === reader }
}

/** Who does a night, for a sentence; null if it is open, or the babysitter's name is unknown. */
export function assigneeIn(people: People, assignee: Assignee): Person | null {
  const name = assigneeName(assignee, people.names)
  return name === null ? null : { name, isReader: assignee.caregiver === people.reader }
}
