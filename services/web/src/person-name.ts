import type { ParentId, RecordedEntry } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

/** What turns the address of an account into a name. */
export interface KnownPeople {
  names: Record<ParentId, string>
  /** Which parent an address is. */
  accounts: ReadonlyMap<string, ParentId>
}

/** The name of a person: the parent's, otherwise what their address starts with ("Grandma Kim"). */
export function personName(email: string, { names, accounts }: KnownPeople): string {
  const parent = accounts.get(email)
  if (parent !== undefined) return names[parent]
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+')
  const name = local.replaceAll(/[._]+/g, ' ').trim()
  return name === ''
    ? email
    : name.replaceAll(/(?<![\p{L}\p{N}])\p{Ll}/gu, first => first.toUpperCase())
}

/** Who made a change: a person, the calendar, or the schedule. */
export function actorName(
  { actorKind, actor }: Pick<RecordedEntry, 'actorKind' | 'actor'>,
  people: KnownPeople,
  { say }: Pick<Wording, 'say'>,
): string {
  if (actorKind === 'calendar') return say('history.calendar')
  if (actorKind === 'schedule') return say('history.schedule')
  return actor === null ? say('history.somebody') : personName(actor, people)
}
