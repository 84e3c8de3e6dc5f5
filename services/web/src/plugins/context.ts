import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { openSignIn } from '@night-routine/calendar'
import { connectProvider, leaveOwn, selectOwn } from '@night-routine/calendar-sync'
import {
  connect,
  householdTransaction,
  parseSecretKeys,
  type Transaction,
} from '@night-routine/database/connection'
import type { JobKind } from '@night-routine/database/jobs'
import { signOutOthers } from '@night-routine/database/notifications'
import { prepareHousehold, type ChangeOrigin } from '@night-routine/household'
import { chooseBackend, createProducer, reachBackend } from '@night-routine/jobs'
import {
  contextToPass,
  foldEmail,
  isSecureAddress,
  printInLog,
  type ServiceDependencies,
} from '@night-routine/service'
import type { FastifyRequest } from 'fastify'
import { assertStillAdmitted, type ChangedBy } from './access-token.ts'
import { allowList } from './allow-list.ts'
import type { Config } from '../config.ts'
import { passkeyProblemAt } from './passkey-problem.ts'
import { signedIn } from './sessions.ts'
import { signInHost } from './sign-in-host.ts'
import { hasPeople, setUpCode } from './set-up-code.ts'
import type { Patience } from './wait-for-work.ts'

/** What the service is built with. */
export interface WebDependencies extends ServiceDependencies<Config> {
  /** How long an answer waits for the calendar. Set by tests. */
  readonly patience?: Patience
  /** Whether /set-up has a page with the settings of the installation, as at home. */
  readonly hasSetUpPage?: boolean
  /** What is known of the machine, at home. */
  readonly machine?: Machine | null
}

/** The time of its newest backup, and the room on its disk if that is low. */
export interface Machine {
  readBackupAt(): Promise<Temporal.Instant | null>
  readLowDisk(): Promise<string | null>
}

/** What routes work with. */
export type WebContext = Omit<
  ReturnType<typeof openContext>,
  'providerAnswers' | 'checkQueue' | 'close'
>

/** What a plugin adds its routes to: their schemas type the requests. */
export type WebService = Parameters<FastifyPluginAsyncTypebox>[0]

/** Opens database, queue and provider. They may still be down: the household is prepared once they are up. */
export function openContext(given: WebDependencies) {
  const { config, logger, clock, patience = {}, hasSetUpPage = false, machine = null } = given
  const database = {
    url: config.DATABASE_URL,
    applicationName: 'web',
    onConnectionLost: (error: Error) => logger.warn({ err: error }, 'database connection lost'),
  }
  const db = connect(database)
  // Pages that fill their pool must not hold up a change. One change runs at a time.
  const lockingDb = connect({ ...database, maxConnections: 1 })
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const backend = chooseBackend(config.REDIS_URL)
  const producer = createProducer({ backend, logger })
  const mayEnter = allowList(config.ALLOWED_EMAILS)
  const anybodyMayEnter = config.ALLOWED_EMAILS.some(mayEnter)
  const closing = new AbortController()
  const ownsCredentials = config.SIGN_IN === 'accounts'
  const onFailure = (error: unknown) => logger.warn({ err: error }, 'household not ready')
  const onWaiting = (error: unknown) => logger.warn({ err: error }, 'waiting for the database')
  async function prepare() {
    await prepareHousehold({ db, settings: config, onFailure, onWaiting, signal: closing.signal })
    const settleCalendar = config.CALENDAR === 'own' ? selectOwn : leaveOwn
    if (!closing.signal.aborted)
      await householdTransaction(lockingDb, trx => settleCalendar(trx, clock.now()))
    // A list with a mistake admits no one, which must not end everyone's notifications.
    if (anybodyMayEnter && !closing.signal.aborted) await signOutOthers(db, mayEnter)
    if (ownsCredentials && !closing.signal.aborted && !(await hasPeople(db)))
      printInLog(logger, [
        `No one has an account yet: open ${config.PUBLIC_URL}`,
        `and enter the set-up code ${setUpCode(keys)}`,
      ])
  }
  const prepared = prepare().catch(onFailure)

  const signIn = openSignIn(config)
  const isSecure = isSecureAddress(new URL(config.PUBLIC_URL))

  return {
    db,
    lockingDb,
    keys,
    clock,
    config,
    ...patience,
    publicUrl: config.PUBLIC_URL,
    /** Whether browsers offer push messages at this address. */
    isSecure,
    /** Why browsers make no passkeys at this address; null: they do. */
    passkeyProblem: passkeyProblemAt(config.PUBLIC_URL),
    mayEnter,
    /** The addresses that this installation lets in without an invitation. */
    listed: config.ALLOWED_EMAILS.map(foldEmail).filter(mayEnter),
    /** False when the list of allowed addresses is empty. */
    anybodyMayEnter,
    /** Wakes the workers, best effort: a lost wake-up costs half a minute. */
    async wake(kinds: readonly JobKind[]): Promise<void> {
      await Promise.all(kinds.map(kind => producer.wake(kind, contextToPass())))
    },
    /** The identity provider; null where people have accounts of this installation. */
    signIn,
    ownsCredentials,
    hasSetUpPage,
    machine,
    /** What a password is checked with: all pages share the places of its queue. */
    signInHost: signInHost({ db, keys, clock }),
    /** Resolves when the household has its initial settings, and only those who may enter get messages. */
    prepared,
    /** The services that messages name. */
    providers: { calendar: config.CALENDAR, signIn: signIn?.name ?? null },
    ...connectProvider({ settings: config, db, keys, now: () => clock.now(), logger }),
    /** Rejects while the queue is down. The sweep then does the work half a minute later. */
    checkQueue: () => reachBackend(backend),
    close: async () => {
      closing.abort()
      await prepared
      await producer.close()
      await Promise.all([db.destroy(), lockingDb.destroy()])
    },
  }
}

/** Makes one change with the signed-in person as the actor, as `changeBy` does. */
export async function changeAs<Outcome>(
  context: ChangeContext,
  request: Pick<FastifyRequest, 'sessionContext' | 'wording'>,
  change: (trx: Transaction, by: ChangeOrigin) => Promise<Outcome>,
  wakes?: readonly JobKind[],
) {
  return changeBy(context, signedIn(request).session, change, wakes)
}

type ChangeContext = Pick<WebContext, 'lockingDb' | 'clock' | 'wake'>

/**
 * Makes one change with this person as the actor, under the household's lock; with a token that was revoked meanwhile,
 * none. The response does not wait for the calendar: the change commits a job request, and the workers are woken.
 */
export async function changeBy<Outcome>(
  context: ChangeContext,
  visitor: ChangedBy,
  change: (trx: Transaction, by: ChangeOrigin) => Promise<Outcome>,
  // A worker that is woken for `push` sweeps, so it finds the request for `notify` too.
  wakes: readonly JobKind[] = ['push', 'publish'],
): Promise<Outcome> {
  const { email } = visitor
  const by: ChangeOrigin = { now: context.clock.now(), actor: { kind: 'person', email } }
  const outcome = await householdTransaction(context.lockingDb, async trx => {
    await assertStillAdmitted(trx, visitor)
    return change(trx, by)
  })
  await context.wake(wakes)
  return outcome
}
