import { parentIds, type ParentId } from '@night-routine/fairness'

/** The names and the time zone of a household in which nobody has chosen them. */
export const notChosen = {
  names: { a: 'Parent A', b: 'Parent B' },
  timeZone: 'UTC',
} as const satisfies { names: Record<ParentId, string>; timeZone: string }

/** Whether a parent has been named. */
export function isNamed(parent: ParentId, name: string): boolean {
  return name !== notChosen.names[parent]
}

/** Whether both parents have been named; until then no event is written. */
export function areNamed(names: Record<ParentId, string>): boolean {
  return parentIds.every(id => isNamed(id, names[id]))
}

/** Whether a time zone has been chosen. */
export function isZoneChosen(timeZone: string): boolean {
  return timeZone !== notChosen.timeZone
}
