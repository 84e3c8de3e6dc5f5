import type { ParentId, RecordedEntry } from '@night-routine/database/nights'
import { parentIn, type People, type Person, type Wording } from '@night-routine/wording'

/** What turns the address of an account into a name. */
export interface KnownPeople extends People {
  /** Which parent an address is. */
  accounts: ReadonlyMap<string, ParentId>
  /** The address of who reads: someone who is no parent is "you", too. */
  readerEmail?: string | undefined
}

/** A person, for a sentence. */
export function personIn(email: string, people: KnownPeople): Person {
  const parent = people.accounts.get(email)
  return parent === undefined
    ? { name: nameIn(email), isReader: email === people.readerEmail }
    : parentIn(people, parent)
}

/** The person of an account: the reader only by their own address, also where another one is the same parent. */
export function accountPersonIn(email: string, people: KnownPeople): Person {
  return { ...personIn(email, people), isReader: email === people.readerEmail }
}

/** What an address starts with, as a name: "Grandma Kim". */
function nameIn(email: string): string {
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+')
  const name = local.replaceAll(/[._]+/g, ' ').trim()
  return name === ''
    ? email
    : name.replaceAll(/(?<![\p{L}\p{N}])\p{Ll}/gu, first => first.toUpperCase())
}

/** The parents' names as labels, with "You" for the reader's. */
export function labelsOf(people: People, { say }: Pick<Wording, 'say'>): Record<ParentId, string> {
  const label = (id: ParentId) => {
    const { name, isReader } = parentIn(people, id)
    return isReader ? say('person.you') : name
  }
  return { a: label('a'), b: label('b') }
}

const unnamed = {
  person: 'history.somebody',
  calendar: 'history.calendar',
  schedule: 'history.schedule',
} as const

/** Who made a change, for a sentence: a person, the calendar, or the schedule. */
export function actorIn(
  { actorKind, actor }: Pick<RecordedEntry, 'actorKind' | 'actor'>,
  people: KnownPeople,
  { say }: Pick<Wording, 'say'>,
): Person {
  if (actorKind === 'person' && actor !== null) return personIn(actor, people)
  return { name: say(unnamed[actorKind]), isReader: false }
}
