import type { ParentId } from '@night-routine/database/nights'
import type { Member, Invitation } from '@night-routine/database/people'
import { parentIds } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import { qrCode } from '../../plugins/qr-code.ts'

/** The page of a link that is shown once: to a new password for the account of an address, else of an invitation. */
export function newPersonLinkView(
  { address, name, email = '' }: { address: string; name: string; email?: string },
  { say }: Pick<Wording, 'say'>,
) {
  return {
    title: email === '' ? say('people.newTitle', { name }) : say('people.linkTitle', { name }),
    name,
    email,
    address,
    copy: { id: email === '' ? 'invitation' : 'password-link', label: say('people.link') },
    qr: qrCode(address),
  }
}

export interface PeopleFacts {
  members: readonly Member[]
  /**
   * Who signs in at the installation itself, and whether they have chosen anything to sign in with; null where people
   * sign in elsewhere.
   */
  credentials: ReadonlyMap<string, { isReady: boolean }> | null
  /** The addresses on this installation's list. */
  listed: readonly string[]
  invitations: readonly Invitation[]
  /** The account of the household's grant, if there is one. */
  connected: string | undefined
  person: { email: string }
  names: Record<ParentId, string>
  timeZone: string
  wording: Wording
}

/** Who may sign in, which parent each of them is, and the open invitations. */
export function peopleView(facts: PeopleFacts) {
  const { members, credentials, listed, invitations, connected } = facts
  const { person, names, timeZone, wording } = facts
  const { say } = wording
  const ownsCredentials = credentials !== null
  const within = members.filter(({ email, invited }) => invited || listed.includes(email))
  const known = new Set(within.map(({ email }) => email))
  const awaited = listed
    .filter(email => !known.has(email))
    .map(email => ({ email, parent: null, invited: false }))
  const missing = parentIds.find(id => !within.some(({ parent }) => parent === id))
  return {
    people: [...within, ...awaited].map(({ email, parent, invited }) => ({
      email,
      isYou: email === person.email,
      isKnown: known.has(email),
      hasSignedIn: known.has(email) && credentials?.get(email)?.isReady !== false,
      /** Whether somebody else can make a link to a new password for them. */
      canGetLink: ownsCredentials && email !== person.email,
      parents: [
        ...parentIds.map(id => ({ value: id, name: names[id], chosen: parent === id })),
        { value: '' as const, name: say('people.neither'), chosen: parent === null },
      ],
      /** Why the person cannot be removed here; null if they can be removed. */
      kept: listed.includes(email)
        ? say('people.onList')
        : invited && email === connected
          ? say('people.holdsCalendar')
          : null,
    })),
    invitations: invitations.map(({ id, parent, createdBy, expiresAt }) => ({
      id: id.toString(),
      name: names[parent],
      by: createdBy,
      until: wording.night(expiresAt.toZonedDateTimeISO(timeZone).toPlainDate()),
    })),
    /** The first is the one that is still missing. */
    inviting: parentIds.map(id => ({
      value: id,
      name: names[id],
      chosen: id === (missing ?? 'b'),
    })),
  }
}
