import { hash } from 'node:crypto'
import { clientNetwork, networkText } from '@night-routine/credentials'
import type { Credentials, Permission } from '@night-routine/calendar'
import { lockToken, readCalendar } from '@night-routine/database/calendar'
import {
  householdTransaction,
  transaction,
  type Transaction,
} from '@night-routine/database/connection'
import { forgetFailures, requestJob } from '@night-routine/database/jobs'
import { movePushSubscriptions } from '@night-routine/database/notifications'
import {
  bindMember,
  createSession,
  deleteSession,
  findMember,
  noteNetwork,
  saveMemberLanguage,
  saveMemberName,
  type SignInIntent,
} from '@night-routine/database/people'
import { recordMemberChange } from '@night-routine/household'
import { channelsSetUp } from '@night-routine/notifications'
import { foldEmail } from '@night-routine/service'
import type { WebContext } from '../plugins/context.ts'
import { acceptInvitation, mayComeIn, type Refusal } from './invitation.ts'
import { storeGrant, takesGrant } from './household-grant.ts'

/** A person whose address the provider has verified, perhaps with a grant. */
export interface Admission {
  person: Credentials
  intent: SignInIntent
  /** The token of the invitation that the person accepts, if any. */
  invitation?: string | undefined
  /** Makes the account that signs in, in the same transaction. */
  prepare?: ((trx: Transaction) => Promise<void>) | undefined
  /** Digest of the new session's token. */
  tokenHash: string
  /** Digest of this browser's previous session, which ends here. */
  replaces: string | null
  /** A short name of the browser for the list of sessions. */
  device?: string | null
  /** The address that the request came from. */
  ip: string
  /** The language of the browser, which a person's first sign-in takes over; null if we don't speak it. */
  language?: string | null
}

/** The result of a sign-in. */
export type AdmissionOutcome =
  /** `atHome`: the household has a calendar, and this person need not choose one. */
  | { outcome: 'admitted'; atHome: boolean }
  | { outcome: 'missing-permissions'; missing: Permission[] }
  | { outcome: Refusal }

/** The work that needs a grant. */
const granted = ['channel', 'pull', 'push'] as const

type AdmitContext = Pick<
  WebContext,
  'db' | 'lockingDb' | 'keys' | 'clock' | 'config' | 'wake' | 'mayEnter'
>

/**
 * Signs a person in, in one transaction: accepts their invitation, binds the address to the account, stores the
 * grant if it becomes the household's, and starts the session. A refused sign-in leaves nothing behind.
 */
export async function admit(
  context: AdmitContext,
  admission: Admission,
): Promise<AdmissionOutcome> {
  let toWake: readonly (typeof granted)[number][] = []
  try {
    const { prepare } = admission
    const work = async (trx: Transaction) => {
      await prepare?.(trx)
      const { requested, ...admitted } = await admitInside(trx, context, admission)
      toWake = requested
      return admitted
    }
    // A new grant requests several kinds of work, which needs the household's lock; so does a new account.
    const mayTakeGrant = admission.person.grant !== null && admission.intent !== 'sign-in'
    const outcome =
      mayTakeGrant || prepare
        ? await householdTransaction(context.lockingDb, work)
        : await transaction(context.db, work)
    await context.wake(toWake)
    return outcome
  } catch (error) {
    if (error instanceof NotAdmitted) return error.refused
    throw error
  }
}

/** Rolls the sign-in back. */
class NotAdmitted extends Error {
  readonly refused: AdmissionOutcome

  constructor(refused: AdmissionOutcome) {
    super(refused.outcome)
    this.refused = refused
  }
}

async function admitInside(
  trx: Transaction,
  { keys, clock, config, mayEnter }: AdmitContext,
  admission: Admission,
) {
  const { person, intent, invitation, tokenHash, replaces } = admission
  const { ip, device = null, language = null } = admission
  const email = foldEmail(person.email)
  const { grant, subject } = person
  const now = clock.now()
  await lockToken(trx)
  const account = await findMember(trx, email)
  const entry = mayComeIn({ listed: mayEnter(email), account, invitation })
  if (entry === 'stranger' || entry === 'in-use') throw new NotAdmitted({ outcome: entry })
  const takes = grant !== null && (await takesGrant(trx, { keys, subject, intent }))
  if (takes && grant.missing.length > 0)
    throw new NotAdmitted({ outcome: 'missing-permissions', missing: grant.missing })
  if ((await bindMember(trx, email, subject)) === 'other-subject')
    throw new NotAdmitted({ outcome: 'other-account' })
  if (entry !== 'known') {
    const refused = await acceptInvitation(trx, {
      token: entry.invitation,
      email,
      now,
      mayEnter,
      setUp: channelsSetUp(config),
    })
    if (refused !== null) throw new NotAdmitted({ outcome: refused })
  }
  await keepPerson(trx, { email, name: person.name, isNew: account === undefined, language })
  const isChosen = (await readCalendar(trx)) !== undefined
  if (takes) {
    await storeGrant(trx, keys, { grant, email, subject, now })
    if (isChosen) {
      await forgetFailures(trx, granted)
      for (const kind of granted) await requestJob(trx, kind)
    }
  }
  if (replaces !== null) {
    await movePushSubscriptions(trx, { from: replaces, to: tokenHash, email })
    await deleteSession(trx, replaces)
  }
  await createSession(trx, { tokenHash, email, subject, now, device })
  await tellOfNewNetwork(trx, { email, ip, device, now })
  // People who asked to reconnect or replace the account, and whose grant was not taken, have to see the calendars.
  const isDone = takes || intent === 'sign-in' || intent === 'connect'
  return {
    outcome: 'admitted' as const,
    atHome: isChosen && isDone,
    requested: takes && isChosen ? granted : [],
  }
}

/** Tells a person that somebody signed in with their account from a network that it does not know. */
async function tellOfNewNetwork(
  trx: Transaction,
  about: { email: string; ip: string; device: string | null; now: Temporal.Instant },
) {
  const { email, ip, ...rest } = about
  const networkHash = hash('sha256', clientNetwork(ip))
  if (!(await noteNetwork(trx, { email, networkHash, now: rest.now }))) return
  const facts = { email, by: email, network: networkText(ip), ...rest }
  await recordMemberChange(trx, { action: 'signed-in', ...facts })
}

/** Keeps the name that the provider gave, and the browser's language for a person who is new. */
async function keepPerson(
  trx: Transaction,
  about: { email: string; name: string | null; isNew: boolean; language: string | null },
) {
  const { email, name, isNew, language } = about
  if (name !== null) await saveMemberName(trx, email, name)
  if (isNew && language !== null) await saveMemberLanguage(trx, email, language)
}
