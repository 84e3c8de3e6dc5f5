import type { Channel } from '@night-routine/database/calendar'

export interface ChannelFacts {
  /** The channels that were not stopped, in any state. */
  channels: readonly Channel[]
  /** The selected calendar; null without one. */
  calendarId: string | null
  /** Where notifications can reach us; null when they cannot and the calendar is polled. */
  address: string | null
  now: Temporal.Instant
}

const renewedAt = 1 / 3

/**
 * Plans for one live channel for the selected calendar, renewed when a third of its lifetime is left. The
 * previous one is stopped after the new one opened. Without an address there is no channel.
 * @returns `replace`: working channels to stop once the new one is open. `stop`: useless ones, which are for another
 * calendar, expired, redundant or never confirmed.
 */
export function channelPlan(facts: ChannelFacts) {
  const { channels, address, now } = facts
  const working = workingChannels(facts)
  const best = working.find(
    channel => channel.address === address && lifeLeft(channel, now) > renewedAt,
  )
  const open = facts.calendarId !== null && address !== null && best === undefined
  const replace = open ? working : []
  return {
    open,
    replace,
    stop: channels.filter(channel => channel !== best && !replace.includes(channel)),
  }
}

/** The live channels for the selected calendar, the one that lives longest first. */
function workingChannels({ channels, calendarId, now }: ChannelFacts): Channel[] {
  return channels
    .filter(channel => channel.state === 'live' && channel.calendarId === calendarId)
    .filter(channel => endOf(channel) > now.epochMilliseconds)
    .toSorted((one, two) => endOf(two) - endOf(one))
}

/** The remaining share of a channel's lifetime; 0 when it has expired. */
function lifeLeft(channel: Channel, now: Temporal.Instant): number {
  const life = endOf(channel) - channel.createdAt.epochMilliseconds
  return life > 0 ? Math.max(0, (endOf(channel) - now.epochMilliseconds) / life) : 0
}

function endOf({ expiration }: Channel): number {
  return expiration?.epochMilliseconds ?? -Infinity
}

/** How we learn of changes in the calendar: from notifications, by polling every 2 minutes, or not at all. */
export type FollowState = 'live' | 'polling' | 'none'

/** The channel for the selected calendar that lives longest. */
export function liveChannel(facts: ChannelFacts): Channel | undefined {
  return workingChannels(facts)[0]
}

/** The remaining lifetime of a channel; 0 when it is unknown. */
export function secondsLeft({ expiration }: Channel, now: Temporal.Instant): number {
  return expiration === null ? 0 : now.until(expiration).total('seconds')
}

/** How the calendar is followed; `none` without a selected calendar. */
export function followState(facts: ChannelFacts): FollowState {
  if (facts.calendarId === null) return 'none'
  return liveChannel(facts) === undefined ? 'polling' : 'live'
}
