import type { Channel } from '@night-routine/database'
import type { ChannelFacts } from './channel-plan.ts'

/** How we learn of changes in the calendar: from notifications, by polling every 2 minutes, or not at all. */
export type FollowState = 'live' | 'polling' | 'none'

/** The channel for the selected calendar that lives longest. */
export function liveChannel({ channels, calendarId, now }: ChannelFacts): Channel | undefined {
  return channels
    .filter(channel => channel.state === 'live' && channel.calendarId === calendarId)
    .filter(channel => secondsLeft(channel, now) > 0)
    .toSorted((one, two) => secondsLeft(two, now) - secondsLeft(one, now))[0]
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
