import type { Database } from '@night-routine/database/connection'
import { readJobRequests, unfinishedJobs } from '@night-routine/database/jobs'
import {
  followState,
  liveChannel,
  readChannelFacts,
  secondsLeft,
  type FollowState,
} from '@night-routine/calendar-sync'
import { kindsOf } from '@night-routine/jobs'
import type { Clock, ReadGauge } from '@night-routine/service'

const kinds = kindsOf('scheduler-worker')
const states: readonly FollowState[] = ['live', 'polling', 'none']

/** The worker's metrics: the notification channel and the progress of each kind of work. */
export function workerMetrics(
  db: Database,
  { address, clock }: { address: string | null; clock: Clock },
): ReadGauge[] {
  const facts = () => readChannelFacts(db, { address, now: clock.now() })
  return [
    {
      name: 'night_routine_channel_state',
      help: '1 for how changes in the calendar reach us: live, polling, or none without a calendar.',
      labels: ['state'],
      read: async () => {
        const current = followState(await facts())
        return states.map(state => ({ labels: { state }, value: state === current ? 1 : 0 }))
      },
    },
    {
      name: 'night_routine_channel_expiry_seconds',
      help: 'Seconds until the live notification channel ends; absent without one.',
      read: async () => {
        const found = await facts()
        const channel = liveChannel(found)
        return channel === undefined ? [] : [{ value: secondsLeft(channel, found.now) }]
      },
    },
    {
      name: 'night_routine_work_last_success_timestamp_seconds',
      help: 'When each kind of work was last done.',
      labels: ['kind'],
      read: async () =>
        (await readJobRequests(db)).flatMap(({ kind, doneAt }) =>
          doneAt === null ? [] : [{ labels: { kind }, value: doneAt.epochMilliseconds / 1_000 }],
        ),
    },
    {
      name: 'night_routine_work_oldest_request_age_seconds',
      help: 'How long the oldest request that is not done has waited, by kind; 0 when all is done.',
      labels: ['kind'],
      read: async () => {
        const undone = new Map(
          (await unfinishedJobs(db)).map(({ kind, seconds }) => [kind, seconds]),
        )
        return kinds.map(kind => ({ labels: { kind }, value: undone.get(kind) ?? 0 }))
      },
    },
  ]
}
