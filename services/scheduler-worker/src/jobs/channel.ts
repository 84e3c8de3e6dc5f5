import type { CalendarPort, SignIn } from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database'
import { finishDisconnecting, keepChannel } from '@night-routine/calendar-sync'
import type { Clock, Logger } from '@night-routine/service'
import { stopWhenLost, type Job } from '@night-routine/jobs'

/**
 * Keeps one live notification channel for the selected calendar, if notifications can reach us. Also
 * revokes the grant as the last step of a disconnection.
 */
export function channelJob({
  db,
  keys,
  calendar,
  signIn,
  address,
  clock,
  logger,
}: {
  db: Database
  keys: TokenKeys
  calendar: CalendarPort
  signIn: Pick<SignIn, 'revoke'>
  /** Null without a public address. */
  address: string | null
  clock: Clock
  logger: Logger
}): Job {
  return async run => {
    const check = stopWhenLost(run)
    const now = clock.now()
    const outcome = await keepChannel({ db, calendar, address, now, check })
    logger.info({ ...outcome, polling: address === null }, 'channel kept')
    if (await finishDisconnecting({ db, keys, signIn, now, check }))
      logger.info({}, 'calendar disconnected')
  }
}
