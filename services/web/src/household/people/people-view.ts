import type { ParentId } from '@night-routine/database/nights'
import type { Account, Invitation } from '@night-routine/database/people'
import { parentIds } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import { qrCode, type QrCode } from '../../plugins/qr-code.ts'

/** The people section of the settings. */
export interface PeopleView {
  people: PersonView[]
  invitations: { id: string; name: string; by: string; until: string }[]
  /** Whom to invite; the first is the one that is still missing. */
  inviting: { value: ParentId; name: string; chosen: boolean }[]
}

/** The page of a new invitation, whose link is shown once. */
export interface NewInvitationView {
  title: string
  /** The parent that the person will be. */
  name: string
  address: string
  copy: { id: string; label: string }
  /** Of the address, for the other parent's phone. */
  qr: QrCode
}

/** The page of an invitation for the parent of this name. */
export function newInvitationView(
  address: string,
  { name, wording }: { name: string; wording: Pick<Wording, 'say'> },
): NewInvitationView {
  return {
    title: wording.say('people.newTitle', { name }),
    name,
    address,
    copy: { id: 'invitation', label: wording.say('people.link') },
    qr: qrCode(address),
  }
}

/** The page of a link to a new password for another person, which is shown once. */
export interface NewPasswordLinkView extends NewInvitationView {
  /** Whose account it opens. */
  email: string
}

/** The page of a link to a new password. */
export function newPasswordLinkView(
  { address, name, email }: Pick<NewPasswordLinkView, 'address' | 'name' | 'email'>,
  { say }: Pick<Wording, 'say'>,
): NewPasswordLinkView {
  return {
    title: say('people.linkTitle', { name }),
    name,
    email,
    address,
    copy: { id: 'password-link', label: say('people.link') },
    qr: qrCode(address),
  }
}

interface PersonView {
  email: string
  isYou: boolean
  /** Whether a parent can be chosen for the person. */
  isKnown: boolean
  /** Whether the person has signed in. */
  hasSignedIn: boolean
  /** Whether somebody else can make a link to a new password for them. */
  canGetLink: boolean
  parents: { value: ParentId | ''; name: string; chosen: boolean }[]
  /** Why the person cannot be removed here; null if they can be removed. */
  kept: string | null
}

export interface PeopleFacts {
  accounts: readonly Account[]
  /**
   * Who signs in at the installation itself, and whether they have chosen anything to sign in with; null where people
   * sign in elsewhere.
   */
  identities: ReadonlyMap<string, { isReady: boolean }> | null
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
export function peopleView({
  accounts,
  identities,
  listed,
  invitations,
  connected,
  person,
  names,
  timeZone,
  wording,
}: PeopleFacts): PeopleView {
  const { say } = wording
  const ownsAccounts = identities !== null
  const within = accounts.filter(({ email, invited }) => invited || listed.includes(email))
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
      hasSignedIn: known.has(email) && identities?.get(email)?.isReady !== false,
      canGetLink: ownsAccounts && email !== person.email,
      parents: [
        ...parentIds.map(id => ({ value: id, name: names[id], chosen: parent === id })),
        { value: '' as const, name: say('people.neither'), chosen: parent === null },
      ],
      kept: keptBecause({ email, invited, listed, connected, wording }),
    })),
    invitations: invitations.map(({ id, parent, createdBy, expiresAt }) => ({
      id: id.toString(),
      name: names[parent],
      by: createdBy,
      until: wording.night(expiresAt.toZonedDateTimeISO(timeZone).toPlainDate()),
    })),
    inviting: parentIds.map(id => ({
      value: id,
      name: names[id],
      chosen: id === (missing ?? 'b'),
    })),
  }
}

function keptBecause({
  email,
  invited,
  listed,
  connected,
  wording: { say },
}: Pick<PeopleFacts, 'listed' | 'connected' | 'wording'> & Pick<Account, 'email' | 'invited'>) {
  if (listed.includes(email)) return say('people.onList')
  if (!invited) return null
  return email === connected ? say('people.holdsCalendar') : null
}
