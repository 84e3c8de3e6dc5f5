import {
  closeNotices,
  forgetFailures,
  householdTransaction,
  readDisconnectRequest,
  readJobRequests,
  requestJob,
  saveCalendar,
  type SelectedCalendar,
  type Session,
  type Transaction,
} from '@night-routine/database'
import { planHousehold, type ChangeOrigin } from '@night-routine/household'
import { inBatches } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { WebContext } from './context.ts'
import { SpokenError } from './plugins/spoken-error.ts'
import { waitForWork, type WaitOptions } from './wait-for-work.ts'

/** How long a form post waits for the worker; the next page shows the progress. */
const formPatienceMs = 1_500

/** Notices about the calendar that was selected before. */
const ofCalendar = ['calendar-lost', 'reader-brake', 'other-installation']

/** What a sync needs; tests have their own patience and timer. */
export interface SyncContext extends Pick<WebContext, 'db' | 'lockingDb' | 'clock' | 'wake'> {
  patienceMs?: number
  timer?: WaitOptions['timer']
}

/** Plans from tonight on, requests a pull and a push, and waits a little for them. */
export async function sync(context: SyncContext, by: Session): Promise<void> {
  await wait(context, await planAndWake(context, by))
}

/**
 * As `sync`, for many people at once. Requests made during a plan share the next one, which the history attributes to
 * the first of them.
 */
export function syncInRounds(context: SyncContext): (by: Session) => Promise<void> {
  const plan = inBatches(async ([first]: readonly Session[]) =>
    first === undefined ? [] : planAndWake(context, first),
  )
  return async by => wait(context, await plan(by))
}

/**
 * Selects the calendar, plans, and requests its channel, a pull and a push. Does not wait for them: the next page shows
 * the progress. `setUp` saves first settings in the same transaction.
 */
export async function selectCalendar(
  context: Omit<SyncContext, 'patienceMs' | 'timer'>,
  calendar: SelectedCalendar,
  by: Session,
  setUp: (trx: Transaction, origin: ChangeOrigin) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const requests = await householdTransaction(context.lockingDb, async trx => {
    if (await readDisconnectRequest(trx)) throw new SpokenError(409, message('error.disconnecting'))
    const actor = { kind: 'person', email: by.email } as const
    await setUp(trx, { now: context.clock.now(), actor })
    await saveCalendar(trx, calendar)
    await closeNotices(trx, ofCalendar, context.clock.now())
    await forgetFailures(trx, ['channel', 'pull', 'push'])
    return planAndRequest(trx, context, by, ['channel', 'pull', 'push'])
  })
  await wake(context, requests)
}

interface Request {
  kind: 'channel' | 'pull' | 'push'
  number: bigint
}

async function planAndWake(context: SyncContext, by: Session): Promise<Request[]> {
  const requests = await householdTransaction(context.lockingDb, trx =>
    planAndRequest(trx, context, by, ['pull', 'push']),
  )
  await wake(context, requests)
  return requests
}

async function planAndRequest(
  trx: Transaction,
  { clock }: SyncContext,
  { email }: Session,
  kinds: readonly Request['kind'][],
): Promise<Request[]> {
  await planHousehold(trx, { now: clock.now(), actor: { kind: 'person', email } })
  const requests: Request[] = []
  for (const kind of kinds) requests.push({ kind, number: await requestJob(trx, kind) })
  return requests
}

// A plan also requests a publish, if the household publishes.
async function wake(context: SyncContext, requests: readonly Request[]) {
  await context.wake([...requests.map(({ kind }) => kind), 'publish'])
}

async function wait(
  { db, patienceMs = formPatienceMs, timer }: SyncContext,
  requests: readonly Request[],
) {
  const options = { readJobRequests: () => readJobRequests(db), timeoutMs: patienceMs, timer }
  await Promise.all(requests.map(({ kind, number }) => waitForWork(kind, number, options)))
}
