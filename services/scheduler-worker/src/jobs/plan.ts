import { householdTransaction, type Database } from '@night-routine/database'
import { planHousehold } from '@night-routine/household'
import type { Clock, Logger } from '@night-routine/service'
import type { Job } from '@night-routine/jobs'

/** Plans the future nights from rules, absences and overrides, in one transaction. */
export function planJob({
  db,
  clock,
  logger,
}: {
  db: Database
  clock: Clock
  logger: Logger
}): Job {
  return async () => {
    const { changed, openNights } = await householdTransaction(db, trx =>
      planHousehold(trx, { now: clock.now(), actor: { kind: 'schedule', email: null } }),
    )
    logger.info({ changed: changed.length, openNights: openNights.length }, 'planned')
  }
}
