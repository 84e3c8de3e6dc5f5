import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  readCalendar,
  readChannels,
  readDisconnectRequest,
  stopChannel,
  type Channel,
  type Database,
  type DisconnectRequest,
  type Queryable,
} from '@night-routine/database'
import { canSkip } from '../disconnect/patience.ts'
import { channelPlan, type ChannelFacts } from './channel-plan.ts'
import { openChannel } from './open-channel.ts'

/** The result of a run. */
export interface ChannelOutcome {
  opened: boolean
  stopped: number
}

/** Reads the facts about channels from the database. */
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
}): Promise<ChannelOutcome> {
  const facts = await readChannelFacts(options.db, options)
  const { calendarId, address } = facts
  const { open, replace, stop } = channelPlan(facts)
  const useless = [...stop]
  const request = await readDisconnectRequest(options.db)
  try {
    if (open && calendarId !== null && address !== null) {
      await openChannel({ ...options, calendarId, address, replace })
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
): Promise<void> {
  check()
  // A channel without a resource id, or refused for good, cannot be stopped: it will expire.
  if (resourceId !== null)
    try {
      await calendar.stopChannel({ channelId, resourceId })
    } catch (error) {
      const runsOut = error instanceof CalendarError && error.class !== 'retry'
      if (!runsOut && !(request && canSkip(error, request, now))) throw error
    }
  await stopChannel(db, channelId)
}
