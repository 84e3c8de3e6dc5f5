import {
  closeNotices,
  readDisconnectRequest,
  saveCalendar,
  type SelectedCalendar,
} from '@night-routine/database/calendar'
import { householdTransaction, type Transaction } from '@night-routine/database/connection'
import { forgetFailures, requestJob, type JobKind } from '@night-routine/database/jobs'
import { planHousehold, type ChangeOrigin } from '@night-routine/household'
import { inBatches } from '@night-routine/service'
import { message } from '@night-routine/wording'
import { assertStillAdmitted, type ChangedBy } from '../../plugins/access-token.ts'
import type { WebContext } from '../../plugins/context.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import type { WantedWork } from '../../plugins/wait-for-work.ts'

/** Notices about the calendar that was selected before. */
const ofCalendar = ['calendar-lost', 'reader-brake', 'other-installation']

/** What a sync needs. */
export type SyncContext = Pick<WebContext, 'db' | 'lockingDb' | 'clock' | 'wake'>

/**
 * Plans from tonight on, and requests a pull and a push. Requests made during a plan share the next one, which the
 * history attributes to the first of them.
 */
export function syncInRounds(context: SyncContext): (by: ChangedBy) => Promise<WantedWork[]> {
  return inBatches(async ([first]: readonly ChangedBy[]) =>
    first === undefined ? [] : sync(context, first),
  )
}

/**
 * Selects the calendar, plans, and requests its channel, a pull and a push. `setUp` saves first settings in the same
 * transaction.
 */
export async function selectCalendar(
  context: SyncContext,
  calendar: SelectedCalendar,
  by: ChangedBy,
  setUp: (trx: Transaction, origin: ChangeOrigin) => Promise<unknown> = async () => undefined,
): Promise<WantedWork[]> {
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
  return requests
}

/** Plans from tonight on, and requests a pull and a push. */
export async function sync(context: SyncContext, by: ChangedBy): Promise<WantedWork[]> {
  const requests = await householdTransaction(context.lockingDb, async trx => {
    await assertStillAdmitted(trx, by)
    return planAndRequest(trx, context, by, ['pull', 'push'])
  })
  await wake(context, requests)
  return requests
}

async function planAndRequest(
  trx: Transaction,
  { clock }: SyncContext,
  { email }: ChangedBy,
  kinds: readonly JobKind[],
): Promise<WantedWork[]> {
  await planHousehold(trx, { now: clock.now(), actor: { kind: 'person', email } })
  const requests: WantedWork[] = []
  for (const kind of kinds) requests.push({ kind, number: await requestJob(trx, kind) })
  return requests
}

// A plan also requests a publish, if the household publishes.
async function wake(context: SyncContext, requests: readonly WantedWork[]) {
  await context.wake([...requests.map(({ kind }) => kind), 'publish'])
}
