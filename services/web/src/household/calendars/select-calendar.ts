import {
  closeNotices,
  readDisconnectRequest,
  saveCalendar,
  type SelectedCalendar,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { forgetFailures } from '@night-routine/database/jobs'
import { planAndRequest, type ChangeOrigin } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { changeBy, type WebContext } from '../../plugins/context.ts'
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
  const kinds = ['channel', 'pull', 'push'] as const
  const select = async (trx: Transaction, origin: ChangeOrigin) => {
    if (await readDisconnectRequest(trx))
      throw new LocalizedHttpError(409, message('error.disconnecting'))
    await setUp(trx, origin)
    await saveCalendar(trx, calendar)
    await closeNotices(trx, ofCalendar, origin.now)
    await forgetFailures(trx, kinds)
    return planAndRequest(trx, origin, kinds)
  }
  // A plan also requests a publish, if the household publishes.
  return changeBy(context, by, select, [...kinds, 'publish'])
}
