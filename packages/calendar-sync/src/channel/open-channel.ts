import { hash, randomUUID } from 'node:crypto'
import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  announceChannel,
  confirmChannel,
  requestJob,
  retireChannel,
  stopChannel,
  transaction,
  type Channel,
  type Database,
} from '@night-routine/database'

/** The requested lifetime, 30 days; the provider may grant less. */
const ttlSeconds = 30 * 24 * 3600

/**
 * Opens a channel that replaces others. It is stored before the provider is called, because the first
 * notification may arrive before the response. Only the provider knows its token; we store a hash.
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
    await requestJob(trx, 'pull')
  })

  async function ask() {
    try {
      return await calendar.watch(calendarId, { channelId, token, address, ttlSeconds })
    } catch (error) {
      // After a refusal there is no channel. When only the response was lost, the first notification may
      // still bring the resource id, so that the next run can stop the channel.
      if (error instanceof CalendarError && error.class !== 'retry')
        await stopChannel(db, channelId)
      throw error
    }
  }
}
