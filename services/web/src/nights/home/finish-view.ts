import type { Database } from '@night-routine/database/connection'
import type { ParentId } from '@night-routine/database/nights'
import {
  readInvitations,
  type Invitation,
  type SetUpOfPerson,
} from '@night-routine/database/people'
import { otherParent } from '@night-routine/fairness'
import type { People, Wording } from '@night-routine/wording'
import { deviceText } from '../../sign-in/device-text.ts'

export interface FinishFacts {
  /** Everyone who may come in and has. */
  accounts: readonly SetUpOfPerson[]
  /** The open invitations. */
  invitations: readonly Pick<Invitation, 'parent' | 'expiresAt'>[]
  /** The reader's address. */
  email: string
  people: People
  userAgent: string | undefined
  /** Whether people sign in with accounts of the installation, at an address where browsers make passkeys. */
  canHavePasskeys: boolean
  /** Whether calendar apps get the nights from here. */
  servesCalendar: boolean
  timeZone: string
  wording: Wording
}

/** What `finishView` needs besides; those of `all` who may no longer come in do not count. */
export async function readFinish(
  db: Database,
  all: readonly SetUpOfPerson[],
  { now, mayEnter }: { now: Temporal.Instant; mayEnter: (email: string) => boolean },
): Promise<Pick<FinishFacts, 'accounts' | 'invitations'>> {
  const accounts = all.filter(({ email, invited }) => invited || mayEnter(email))
  const invitations = areBothIn(accounts) ? [] : await readInvitations(db, now)
  return { accounts, invitations }
}

export type FinishView = NonNullable<ReturnType<typeof finishView>>

/** What the reader has left to set up; null when it is all done. */
export function finishView(facts: FinishFacts) {
  const { accounts, email, people, wording } = facts
  const { reader = null } = people
  const own = accounts.find(each => each.email === email)
  const who = reader === null
  const invite = reader === null ? null : invitation(otherParent(reader), facts)
  const reminders = own?.getsMessages !== true
  const homeScreen =
    own?.onHomeScreen === true
      ? null
      : { help: helpFor(facts.userAgent), calendarApp: facts.servesCalendar }
  const offersPasskey = facts.canHavePasskeys && own?.lacksPasskey === true
  const passkey = offersPasskey ? { device: deviceText(facts.userAgent) ?? '' } : null
  const count = [who, invite, reminders, passkey, homeScreen].filter(Boolean).length
  if (count === 0) return null
  const left = wording.say('finish.left', { count })
  return { left, isOpen: !areBothIn(accounts), who, invite, reminders, passkey, homeScreen }
}

function areBothIn(accounts: readonly SetUpOfPerson[]): boolean {
  return new Set(accounts.map(({ parent }) => parent).filter(Boolean)).size === 2
}

function invitation(
  parent: ParentId,
  { accounts, invitations, people, timeZone, wording }: FinishFacts,
) {
  if (accounts.some(each => each.parent === parent)) return null
  const open = invitations.find(each => each.parent === parent)
  const end = open?.expiresAt.toZonedDateTimeISO(timeZone).toPlainDate()
  return { parent, name: people.names[parent], until: end ? wording.night(end) : null }
}

function helpFor(userAgent = ''): 'iphone' | 'android' | 'computer' {
  if (/iPhone|iPad/.test(userAgent)) return 'iphone'
  return userAgent.includes('Android') ? 'android' : 'computer'
}
