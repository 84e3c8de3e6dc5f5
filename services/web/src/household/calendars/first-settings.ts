import { areNamed, tidyName, type Wording } from '@night-routine/wording'
import { nearName, sameName, type CalendarSummary } from '@night-routine/calendar'
import type { ParentId } from '@night-routine/database/nights'
import type { Member } from '@night-routine/database/people'
import { otherParent, parentIds } from '@night-routine/fairness'
import { nameError, type HouseholdSettings } from '@night-routine/household'
import { isTimeZone } from '@night-routine/service'

/** The people of a household, as its accounts know them. */
export interface SetUpPeople {
  /** Which parent the signed-in person is. */
  you: ParentId
  /** Another account is that parent already, and nothing says that the signed-in person is one. */
  neither: boolean
  /** What the accounts call each parent; null if they don't say. */
  names: Record<ParentId, string | null>
  /** The other person's account, if there is exactly one. */
  other: string | null
}

type Person = Pick<Member, 'email' | 'parent' | 'name'>

/** Who is who: the signed-in person is the first parent, unless names or accounts say otherwise. */
export function setUpPeople(facts: {
  email: string
  members: readonly Person[]
  /** The addresses on this installation's list. */
  listed: readonly string[]
  current: HouseholdSettings
}): SetUpPeople {
  const { email, members, listed, current } = facts
  const own = members.find(account => account.email === email) ?? unknown(email)
  const others = members.filter(account => account.email !== email)
  const awaited = listed.filter(address => address !== email).map(unknown)
  const ownName = accountName(own)
  const you = own.parent ?? parentCalled(ownName, current) ?? freeParent(others)
  const neither = own.parent === null && others.some(({ parent }) => parent === you)
  if (neither) {
    const name = (id: ParentId) => {
      const account = others.find(({ parent }) => parent === id)
      return account === undefined ? null : accountName(account)
    }
    return { you, neither, names: { a: name('a'), b: name('b') }, other: null }
  }
  const [other = null] = [...others, ...awaited].map(accountName)
  return {
    you,
    neither,
    names: you === 'a' ? { a: ownName, b: other } : { a: other, b: ownName },
    other: others.length === 1 ? (others[0]?.email ?? null) : null,
  }
}

function unknown(email: string): Person {
  return { email, parent: null, name: null }
}

function parentCalled(name: string | null, { parents }: HouseholdSettings): ParentId | undefined {
  if (name === null) return undefined
  return parentIds.find(id => sameName(parents[id].name ?? '', name))
}

function freeParent(others: readonly Person[]): ParentId {
  return others.some(({ parent }) => parent === 'a') && !others.some(({ parent }) => parent === 'b')
    ? 'b'
    : 'a'
}

/**
 * What to call the person of an account: the name that the provider gave, else the start of the address
 * ("alex.smith@example.com" is Alex). Null if neither can be a name.
 */
export function accountName({ name, email }: Pick<Member, 'name' | 'email'>): string | null {
  const candidates = [name ?? '', fromAddress(email)]
  const usable = candidates.find(candidate => candidate !== '' && nameError(candidate) === null)
  return usable === undefined ? null : tidyName(usable)
}

function fromAddress(email: string): string {
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+')
  const first = local.split(/[._\d]+/).find(part => part !== '') ?? ''
  return first.replaceAll(/(?<=^|-)\p{Ll}/gu, letter => letter.toUpperCase())
}

/**
 * The settings of a household in which no one has typed a name: names from the accounts, and the time zone of the
 * calendar where none was chosen. A household with names keeps everything.
 */
export function settingsFromMembers(
  current: HouseholdSettings,
  people: SetUpPeople,
  { calendar, fallback }: { calendar: Pick<CalendarSummary, 'timeZone'>; fallback: string },
): HouseholdSettings {
  const { a, b } = current.parents
  if (areNamed(current.parents)) return current
  const names = { a: a.name, b: b.name }
  for (const id of [people.you, otherParent(people.you)])
    if (names[id] === null) {
      const taken = names[otherParent(id)] ?? ''
      const isFree = (name: string) => !sameName(name, taken) && !nearName(name, taken)
      const candidates = [people.names[id], fallback, `${fallback} 2`]
      names[id] = candidates.find(name => name !== null && isFree(name)) ?? fallback
    }
  return {
    ...current,
    timeZone: timeZoneFrom(current, calendar) ?? current.timeZone,
    parents: { a: { ...a, name: names.a }, b: { ...b, name: names.b } },
  }
}

/** The zone that is chosen, else the calendar's; null if neither says one. */
export function timeZoneFrom(
  { timeZone }: Pick<HouseholdSettings, 'timeZone'>,
  calendar: Pick<CalendarSummary, 'timeZone'> | undefined,
): string | null {
  if (timeZone !== null) return timeZone
  const offered = calendar?.timeZone ?? null
  return offered !== null && isTimeZone(offered) ? offered : null
}

/** The household's language, which for a new one is that of the person who sets it up. */
export function firstLanguage(
  { parents, language }: Pick<HouseholdSettings, 'parents' | 'language'>,
  wording: Pick<Wording, 'language'>,
): string {
  return areNamed(parents) ? language : wording.language
}
