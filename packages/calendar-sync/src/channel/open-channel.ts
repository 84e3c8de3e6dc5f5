import { hash, randomUUID } from 'node:crypto'
import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  announceChannel,
  confirmChannel,
  requestWork,
  retireChannel,
  stopChannel,
  transaction,
  type Channel,
  type Database,
} from '@night-routine/database'

/** The life we wish for, 30 days; the provider grants what it likes. */
const ttlSeconds = 30 * 24 * 3600

/**
 * Opens a channel, which takes the place of the ones to `replace`. It is on record before the provider
 * is asked, so that its first message, which may come before the answer, is known; and its token is
 * nowhere but with the provider.
 * @throws CalendarError
 */
export async function openChannel(options: {
  db: Database
  calendar: CalendarPort
  calendarId: string
  address: string
  replace: readonly Channel[]
  now: Temporal.Instant
  check: () => void
}): Promise<void> {
  const { db, calendar, calendarId, address, replace, now, check } = options
  check()
  const channelId = randomUUID()
  const token = randomUUID()
  await announceChannel(db, { channelId, calendarId, tokenHash: hash('sha256', token), address })
  const answer = await ask()
  await transaction(db, async trx => {
    await confirmChannel(trx, channelId, answer)
    for (const channel of replace) await retireChannel(trx, channel.channelId, now)
    await requestWork(trx, 'pull')
  })

  async function ask() {
    try {
      return await calendar.watch(calendarId, { channelId, token, address, ttlSeconds })
    } catch (error) {
      // A refusal made no channel. Of one whose answer was lost the first message may still tell the
      // resource, so that the next run can stop it.
      if (error instanceof CalendarError && error.class !== 'retry')
        await stopChannel(db, channelId)
      throw error
    }
  }
}
