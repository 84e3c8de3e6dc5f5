import type { Channel } from '@night-routine/database'
import type { ChannelFacts } from './channel-plan.ts'

/** How changes in the calendar reach us: told by a channel, by looking every 2 minutes, or not at all. */
export type FollowState = 'live' | 'polling' | 'none'

/** The channel that tells of changes in the selected calendar, the longest lasting one. */
export function liveChannel({ channels, calendarId, now }: ChannelFacts): Channel | undefined {
  return channels
    .filter(channel => channel.state === 'live' && channel.calendarId === calendarId)
    .filter(channel => secondsLeft(channel, now) > 0)
    .toSorted((one, two) => secondsLeft(two, now) - secondsLeft(one, now))[0]
}

/** How long a channel still lives; 0 when nobody knows. */
export function secondsLeft({ expiration }: Channel, now: Temporal.Instant): number {
  return expiration === null ? 0 : now.until(expiration).total('seconds')
}

/** Without a calendar there is nothing to follow. */
export function followState(facts: ChannelFacts): FollowState {
  if (facts.calendarId === null) return 'none'
  return liveChannel(facts) === undefined ? 'polling' : 'live'
}
