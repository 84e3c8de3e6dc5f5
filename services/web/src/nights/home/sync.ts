import { planAndRequest } from '@night-routine/household'
import { inBatches } from '@night-routine/service'
import type { ChangedBy } from '../../plugins/access-token.ts'
import { changeBy, type WebContext } from '../../plugins/context.ts'
import type { WantedWork } from '../../plugins/wait-for-work.ts'

type Context = Pick<WebContext, 'lockingDb' | 'clock' | 'wake'>

/**
 * Plans from tonight on, and requests a pull and a push. Requests made during a plan share the next one, which the
 * history attributes to the first of them.
 */
export function syncInRounds(context: Context): (by: ChangedBy) => Promise<WantedWork[]> {
  return inBatches(async ([first]: readonly ChangedBy[]) =>
    first === undefined ? [] : sync(context, first),
  )
}

/** Plans from tonight on, and requests a pull and a push. */
export async function sync(context: Context, by: ChangedBy): Promise<WantedWork[]> {
  return changeBy(
    context,
    by,
    (trx, origin) => planAndRequest(trx, origin, ['pull', 'push']),
    // A plan also requests a publish, if the household publishes.
    ['pull', 'push', 'publish'],
  )
}
