import type { Channel } from '@night-routine/database'

/** What decides which channels there should be. */
export interface ChannelFacts {
  /** The channels that were not stopped yet, whatever became of them. */
  channels: readonly Channel[]
  /** The selected calendar; null while there is none. */
  calendarId: string | null
  /** Where notifications can reach us; null when they cannot: then the calendar is polled. */
  address: string | null
  now: Temporal.Instant
}

/** What to do so that one live channel remains. */
export interface ChannelPlan {
  /** Whether a new one is needed. */
  open: boolean
  /** Those that do their work until the new one is there. */
  replace: Channel[]
  /** Those that are of no use: of another calendar, ended, doubled, or never confirmed. */
  stop: Channel[]
}

/** A channel is renewed when this share of its life is left. */
const renewedAt = 1 / 3

/**
 * One live channel for the selected calendar, renewed at a third of its life left; the one before is
 * stopped when the new one is there (design.md section 6). None where notifications cannot reach us.
 */
export function channelPlan(facts: ChannelFacts): ChannelPlan {
  const { channels, address, now } = facts
  const working = channels.filter(channel => isWorking(channel, facts))
  const [best] = working
    .filter(channel => channel.address === address && lifeLeft(channel, now) > renewedAt)
    .toSorted((one, two) => endOf(two) - endOf(one))
  const open = facts.calendarId !== null && address !== null && best === undefined
  const replace = open ? working : []
  return {
    open,
    replace,
    stop: channels.filter(channel => channel !== best && !replace.includes(channel)),
  }
}

function isWorking(channel: Channel, { calendarId, now }: ChannelFacts): boolean {
  return (
    channel.state === 'live' &&
    channel.calendarId === calendarId &&
    endOf(channel) > now.epochMilliseconds
  )
}

/** The share of its life that a channel has before it; 0 when it has ended. */
function lifeLeft(channel: Channel, now: Temporal.Instant): number {
  const life = endOf(channel) - channel.createdAt.epochMilliseconds
  return life > 0 ? Math.max(0, (endOf(channel) - now.epochMilliseconds) / life) : 0
}

function endOf({ expiration }: Channel): number {
  return expiration?.epochMilliseconds ?? -Infinity
}
