import {
  closeNotices,
  readDisconnectRequest,
  saveCalendar,
  type SelectedCalendar,
} from '@night-routine/database/calendar'
import { householdTransaction, type Transaction } from '@night-routine/database/connection'
import { forgetFailures } from '@night-routine/database/jobs'
import { planAndRequest, type ChangeOrigin } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { WebContext } from '../../plugins/context.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import type { WantedWork } from '../../plugins/wait-for-work.ts'

/** Notices about the calendar that was selected before. */
const ofCalendar = ['calendar-lost', 'reader-brake', 'other-installation']

/**
 * Selects the calendar, plans, and requests its channel, a pull and a push. `setUp` saves first settings in the same
 * transaction.
 */
export async function selectCalendar(
  context: Pick<WebContext, 'lockingDb' | 'clock' | 'wake'>,
  calendar: SelectedCalendar,
  by: { email: string },
  setUp: (trx: Transaction, origin: ChangeOrigin) => Promise<unknown> = async () => undefined,
): Promise<WantedWork[]> {
  const now = context.clock.now()
  const actor = { kind: 'person', email: by.email } as const
  const requests = await householdTransaction(context.lockingDb, async trx => {
    if (await readDisconnectRequest(trx))
      throw new LocalizedHttpError(409, message('error.disconnecting'))
    await setUp(trx, { now, actor })
    await saveCalendar(trx, calendar)
    await closeNotices(trx, ofCalendar, now)
    await forgetFailures(trx, ['channel', 'pull', 'push'])
    return planAndRequest(trx, { now, actor }, ['channel', 'pull', 'push'])
  })
  // A plan also requests a publish, if the household publishes.
  await context.wake([...requests.map(({ kind }) => kind), 'publish'])
  return requests
}
