import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  readCalendar,
  readChannels,
  readDisconnection,
  stopChannel,
  type Channel,
  type Database,
  type Disconnection,
  type Queryable,
} from '@night-routine/database'
import { goesOnWithout } from '../disconnect/patience.ts'
import { channelPlan, type ChannelFacts } from './channel-plan.ts'
import { openChannel } from './open-channel.ts'

/** What a run did. */
export interface ChannelOutcome {
  opened: boolean
  stopped: number
}

/** What decides about channels, as it is in the database. */
export async function readChannelFacts(
  q: Queryable,
  { address, now }: Pick<ChannelFacts, 'address' | 'now'>,
): Promise<ChannelFacts> {
  const selected = await readCalendar(q)
  const channels = await readChannels(q)
  return { channels, calendarId: selected?.calendarId ?? null, address, now }
}

/**
 * Keeps one live notification channel for the selected calendar (design.md section 6): a new one
 * where there is none, where it ends soon, or where notifications reach us under another `address`;
 * only then the ones before are stopped. With no address none remains. A new channel asks for a
 * `pull`, for what changed before it began. `check` is called before each request; it throws when the
 * work is no longer ours.
 * @throws CalendarError, and what `check` throws
 */
export async function keepChannel(options: {
  db: Database
  calendar: CalendarPort
  /** Where the provider can send notifications; null: nowhere. */
  address: string | null
  now: Temporal.Instant
  check: () => void
}): Promise<ChannelOutcome> {
  const facts = await readChannelFacts(options.db, options)
  const { calendarId, address } = facts
  const { open, replace, stop } = channelPlan(facts)
  const useless = [...stop]
  const wish = await readDisconnection(options.db)
  try {
    if (open && calendarId !== null && address !== null) {
      await openChannel({ ...options, calendarId, address, replace })
      useless.push(...replace)
    }
  } finally {
    for (const channel of useless) await endChannel(channel, wish, options)
  }
  return { opened: open, stopped: useless.length }
}

async function endChannel(
  { channelId, resourceId }: Channel,
  wish: Disconnection | undefined,
  { db, calendar, now, check }: Omit<Parameters<typeof keepChannel>[0], 'address'>,
): Promise<void> {
  check()
  // Without its resource a channel cannot be stopped; refused for lack of its token, it runs out.
  if (resourceId !== null)
    try {
      await calendar.stopChannel({ channelId, resourceId })
    } catch (error) {
      const runsOut = error instanceof CalendarError && error.class !== 'retry'
      if (!runsOut && !(wish && goesOnWithout(error, wish, now))) throw error
    }
  await stopChannel(db, channelId)
}
