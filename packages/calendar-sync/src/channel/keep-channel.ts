import { hash, randomUUID } from 'node:crypto'
import {
  CalendarError,
  type CalendarNotifications,
  type CalendarPort,
} from '@night-routine/calendar'
import {
  announceChannel,
  confirmChannel,
  readCalendar,
  readChannels,
  readDisconnectRequest,
  retireChannel,
  stopChannel,
  type Channel,
  type DisconnectRequest,
} from '@night-routine/database/calendar'
import { transaction, type Database, type Queryable } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { canSkip } from '../disconnect/disconnect.ts'
import { channelPlan, type ChannelFacts } from './channel-plan.ts'

export async function readChannelFacts(
  q: Queryable,
  { address, now }: Pick<ChannelFacts, 'address' | 'now'>,
): Promise<ChannelFacts> {
  const selected = await readCalendar(q)
  const channels = await readChannels(q)
  return { channels, calendarId: selected?.calendarId ?? null, address, now }
}

/**
 * Keeps one live notification channel for the selected calendar. Opens a new one if it is missing, when it
 * expires soon, or when our `address` changed, and stops the previous ones after that. Without an address it
 * stops all. A new channel requests a `pull` for earlier changes. `check` is called before each provider call;
 * it throws when this worker lost the job.
 * @throws CalendarError, and errors of `check`
 */
export async function keepChannel(options: {
  db: Database
  calendar: CalendarPort
  /** Where the provider can send notifications; null when it cannot reach us. */
  address: string | null
  now: Temporal.Instant
  check: () => void
}) {
  const { notifications } = options.calendar
  const address = notifications === undefined ? null : options.address
  const facts = await readChannelFacts(options.db, { ...options, address })
  const { calendarId } = facts
  const { open, replace, stop } = channelPlan(facts)
  const useless = [...stop]
  const request = await readDisconnectRequest(options.db)
  try {
    if (open && notifications && calendarId !== null && address !== null) {
      await openChannel({ ...options, notifications, calendarId, address, replace })
      useless.push(...replace)
    }
  } finally {
    for (const channel of useless) await endChannel(channel, request, options)
  }
  return { opened: open, stopped: useless.length }
}

async function endChannel(
  { channelId, resourceId }: Channel,
  request: DisconnectRequest | undefined,
  { db, calendar, now, check }: Omit<Parameters<typeof keepChannel>[0], 'address'>,
) {
  check()
  // A channel without a resource id, or refused for good, cannot be stopped: it will expire.
  if (resourceId !== null)
    try {
      await calendar.notifications?.stopChannel({ channelId, resourceId })
    } catch (error) {
      const runsOut = error instanceof CalendarError && error.class !== 'retry'
      if (!runsOut && !(request && canSkip(error, request, now))) throw error
    }
  await stopChannel(db, channelId)
}

/** The requested lifetime, 30 days; the provider may grant less. */
const ttlSeconds = 30 * 24 * 3600

/**
 * Opens a channel that replaces others. It is stored before the provider is called, because the first
 * notification may arrive before the response. Only the provider knows its token; we store a hash.
 * @throws CalendarError
 */
async function openChannel(
  options: Pick<Parameters<typeof keepChannel>[0], 'db' | 'now' | 'check'> & {
    notifications: CalendarNotifications
    calendarId: string
    address: string
    replace: readonly Channel[]
  },
) {
  const { db, notifications, calendarId, address, replace, now, check } = options
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
      return await notifications.watch(calendarId, { channelId, token, address, ttlSeconds })
    } catch (error) {
      // After a refusal there is no channel. When only the response was lost, the first notification may
      // still bring the resource id, so that the next run can stop the channel.
      if (error instanceof CalendarError && error.class !== 'retry')
        await stopChannel(db, channelId)
      throw error
    }
  }
}
