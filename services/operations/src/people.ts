import { randomUUID } from 'node:crypto'
import { readSealedGrant } from '@night-routine/database/calendar'
import {
  connect,
  householdTransaction,
  type Database,
  type Transaction,
} from '@night-routine/database/connection'
import {
  createCredentials,
  deleteCredentials,
  identityLinkPath,
  linkHours,
  readCredentials,
  type ListedCredentials,
} from '@night-routine/database/credentials'
import {
  endOtherSessions,
  erasePerson,
  findMember,
  letIn,
  readMembers,
  releaseMember,
  removeInvited,
  revokeAccessTokensOf,
  revokeInvitationsOf,
  revokeShareLinksOf,
} from '@night-routine/database/people'
import { recordMemberChange, type MemberAction } from '@night-routine/household'
import { foldEmail } from '@night-routine/service'
import type { Command, CommandContext } from './command-context.ts'
import { databaseAddress, linkSettings, newAddress, ownerAddress } from './config.ts'

type Context = CommandContext & { db: Database }

/** Why nothing was done, in one sentence. */
class PeopleRefusal extends Error {}

type Verb = (context: Context, address: string) => Promise<void>

/** What each verb does, for an address unless it has none. */
const verbs: Record<string, readonly [run: Verb, does: string]> = {
  list: [list, 'shows who has an account, and with what they sign in'],
  add: [add, 'makes an account, and a link to its password or passkey'],
  recover: [recover, 'makes a link to a new password'],
  remove: [remove, 'takes an account away'],
  rebind: [rebind, 'lets a person in whose account at another provider was created again'],
  erase: [erase, 'takes a person away, and out of the history, invitations and messages'],
}

const usage = Object.entries(verbs).map(
  ([verb, [, does]]) =>
    `people ${`${verb}${verb === 'list' ? '' : ' ADDRESS'}`.padEnd(15)}  ${does}`,
)

/** Lets people in, with accounts of this installation or at another provider. */
const people: Command = async ([verb = '', ...addresses], context) => {
  const [run] = (Object.hasOwn(verbs, verb) && verbs[verb]) || []
  if (run === undefined || addresses.length !== (run === list ? 0 : 1)) {
    context.print(usage.join('\n'))
    return 2
  }
  // Only the owner of the tables changes the history.
  const url = run === erase ? ownerAddress(context.env) : databaseAddress(context.env)
  await using db = connect({ url, applicationName: 'people', maxConnections: 1 })
  try {
    await run({ ...context, db }, addresses[0] ?? '')
    return 0
  } catch (error) {
    if (!(error instanceof PeopleRefusal)) throw error
    context.print(error.message)
    return 1
  }
}

export const commands = { people }

/** Makes an account, and the link to its password; one that no one can sign in with makes way, with its link. */
async function add(context: Context, given: string): Promise<void> {
  const settings = linkSettings(context.env)
  const email = newAddress(given)
  const id = randomUUID()
  const now = context.now()
  await householdTransaction(context.db, async trx => {
    const { credentials, member } = await readPerson(trx, email)
    if (credentials && member && canSignIn(credentials))
      throw new PeopleRefusal(
        `${email} has an account here already. For a new password: people recover ${email}`,
      )
    await deleteCredentials(trx, email)
    if (!(await createCredentials(trx, { id, email }, now)))
      throw new PeopleRefusal(`Another account of ${email} was made just now. Try again.`)
    await letIn(trx, email, now)
    await record(trx, context, { action: 'account-made', email })
  })
  const link = linkFor({ id, version: 1 }, settings, { kind: 'arrival', now })
  context.print(`${email} chooses a password or a passkey here, once, within seven days:`)
  printLink(context, link)
}

/** Makes the link with which a person chooses a new password. */
async function recover(context: Context, given: string): Promise<void> {
  const settings = linkSettings(context.env)
  const email = foldEmail(given)
  const now = context.now()
  const credentials = await householdTransaction(context.db, async trx => {
    const person = await readPerson(trx, email)
    if (!person.credentials || !person.member)
      throw new PeopleRefusal(
        `${email} has no account here. Check how it is spelled; people list shows everyone. For a new account: ` +
          `people add ${email}`,
      )
    await record(trx, context, { action: 'recovery-link-made', email })
    return person.credentials
  })
  const link = linkFor(credentials, settings, { kind: 'recovery', now })
  context.print(
    `${email} chooses a new password or a passkey here, once, within an hour. Every browser is signed out then, and ` +
      'a second factor is turned off:',
  )
  printLink(context, link)
}

/** Takes an account away, and everything with which its person could come in. */
async function remove(context: Context, given: string): Promise<void> {
  const email = foldEmail(given)
  const stays = await householdTransaction(context.db, async trx => {
    const { credentials, member } = await readPerson(trx, email)
    if (!credentials && !member) throw new PeopleRefusal(neverSignedIn(email))
    await deleteCredentials(trx, email)
    await endOtherSessions(trx, { email, tokenHash: null })
    await revokeAccessTokensOf(trx, email)
    const isGone = await removeInvited(trx, email, context.now())
    await record(trx, context, { action: 'account-removed', email })
    return member !== undefined && !isGone
  })
  context.print(`${email} is signed out everywhere, and cannot sign in any more.`)
  if (stays) context.print('If the address is in ALLOWED_EMAILS, take it out there, too.')
}

/** Takes a person out of everything but the nights. Backups keep what they have until they are deleted. */
async function erase(context: Context, given: string): Promise<void> {
  const email = foldEmail(given)
  await householdTransaction(context.db, async trx => {
    if ((await readSealedGrant(trx))?.accountEmail === email)
      throw new PeopleRefusal(
        `The calendar is connected through ${email}. Connect another account first, on the page Calendars.`,
      )
    await revokeShareLinksOf(trx, email, context.now())
    await revokeInvitationsOf(trx, email, context.now())
    if (!(await erasePerson(trx, email))) throw new PeopleRefusal(neverSignedIn(email))
    await record(trx, context, { action: 'account-removed', email: 'erased' })
  })
  context.print(
    `${email} is erased: the nights stay, without the address. Older backups still have it.`,
  )
  context.print('If the address is in ALLOWED_EMAILS, take it out there, too.')
}

/** Lets a person in again whose account at the identity provider was created again. */
async function rebind({ db, print }: Context, given: string): Promise<void> {
  const email = foldEmail(given)
  if (!(await releaseMember(db, email))) throw new PeopleRefusal(neverSignedIn(email))
  print(`${email} can sign in again: the next account that has this address is let in.`)
}

/** Shows who can sign in, and with what. */
async function list({ db, print }: Context): Promise<void> {
  const identities = new Map((await readCredentials(db)).map(one => [one.email, one]))
  const members = new Set((await readMembers(db)).map(({ email }) => email))
  const everyone = [...new Set([...members, ...identities.keys()])].toSorted()
  if (everyone.length === 0) print('No one yet: people add ADDRESS')
  const width = Math.max(...everyone.map(email => email.length))
  for (const email of everyone)
    print(`${email.padEnd(width)}  ${about(identities.get(email), members.has(email))}`)
}

function about(credentials: ListedCredentials | undefined, isMember: boolean): string {
  if (credentials === undefined) return 'no account here'
  if (!isMember) return 'an account from an invitation that was not accepted'
  if (!canSignIn(credentials)) return 'an account whose link was not used yet'
  const { hasPassword, passkeys, mfa, signedInAt } = credentials
  const ways = [
    ...(hasPassword ? ['password'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? 'passkey' : `${passkeys} passkeys`] : []),
    ...(mfa ? ['second factor'] : []),
  ]
  const last =
    signedInAt === null ? '' : `, signed in last on ${signedInAt.toString().slice(0, 10)}`
  return `${ways.join(', ')}${last}`
}

const neverSignedIn = (email: string) =>
  `No one has signed in with ${email} yet. Check how it is spelled.`

function canSignIn({ hasPassword, passkeys }: ListedCredentials): boolean {
  return hasPassword || passkeys > 0
}

/** What is known of an address: the account with which it signs in, and the one of the household. */
async function readPerson(trx: Transaction, email: string) {
  const credentials = (await readCredentials(trx)).find(one => one.email === email)
  return { credentials, member: await findMember(trx, email) }
}

async function record(
  trx: Transaction,
  { now }: Context,
  change: { action: MemberAction; email: string },
): Promise<void> {
  await recordMemberChange(trx, { ...change, by: null, now: now() })
}

function linkFor(
  { id, version }: { id: string; version: number },
  { keys, publicUrl }: ReturnType<typeof linkSettings>,
  { kind, now }: { kind: keyof typeof linkHours; now: Temporal.Instant },
): string {
  const until = now.add({ hours: linkHours[kind] })
  const path = identityLinkPath(keys, { identity: id, version, until, by: 'operator' })
  return new URL(path, publicUrl).href
}

function printLink({ env, print }: Context, link: string): void {
  print(link)
  const other = env['SIGN_IN']
  if (other !== undefined && other !== '' && other !== 'accounts')
    print(`Here people sign in with ${other}: the link works only where web has SIGN_IN=accounts.`)
}
