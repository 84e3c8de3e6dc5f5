import { householdTransaction } from '@night-routine/database/connection'
import { planAndRequest } from '@night-routine/household'
import { inBatches } from '@night-routine/service'
import { assertStillAdmitted, type ChangedBy } from '../../plugins/access-token.ts'
import type { WebContext } from '../../plugins/context.ts'
import type { WantedWork } from '../../plugins/wait-for-work.ts'

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

/** Plans from tonight on, and requests a pull and a push. */
export async function sync(context: SyncContext, by: ChangedBy): Promise<WantedWork[]> {
  const requests = await householdTransaction(context.lockingDb, async trx => {
    await assertStillAdmitted(trx, by)
    const actor = { kind: 'person', email: by.email } as const
    return planAndRequest(trx, { now: context.clock.now(), actor }, ['pull', 'push'])
  })
  // A plan also requests a publish, if the household publishes.
  await context.wake([...requests.map(({ kind }) => kind), 'publish'])
  return requests
}
