import type { ParentId } from '@night-routine/database'

/** The names of a new household, as `PARENT_A` and `PARENT_B` have them by default. */
const placeholderNames: Record<ParentId, string> = { a: 'Parent A', b: 'Parent B' }

/** Whether a parent has been named. */
export function isNamed(parent: ParentId, name: string): boolean {
  return name !== placeholderNames[parent]
}

/** Whether both parents have been named; until then no event is written. */
export function areNamed(names: Record<ParentId, string>): boolean {
  return isNamed('a', names.a) && isNamed('b', names.b)
}
