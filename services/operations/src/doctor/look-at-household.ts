import {
  readCalendar,
  readNotices,
  readToken,
  readJobRequests,
  TokenUnreadableError,
  unfinishedJobs,
  type Database,
  type TokenKeys,
} from '@night-routine/database'
import { followState, readChannelFacts } from '@night-routine/calendar-sync'
import { fault, notice, ok, type Finding } from './finding.ts'
import { judgeWork } from './judge.ts'

/** Checks the grant, the selected calendar, the notification channel and the jobs. */
export async function lookAtHousehold(
  db: Database,
  { keys, address }: { keys: TokenKeys; address: string | null },
): Promise<Finding[]> {
  const waiting = new Map((await unfinishedJobs(db)).map(({ kind, seconds }) => [kind, seconds]))
  const work = await readJobRequests(db)
  return [
    await grant(db, keys),
    await calendar(db),
    await channel(db, address),
    ...(await refusedNights(db)),
    ...work.map(one => judgeWork(one, waiting.get(one.kind) ?? 0)),
  ]
}

async function grant(db: Database, keys: TokenKeys): Promise<Finding> {
  try {
    const token = await readToken(db, keys)
    if (token === undefined)
      return notice('No calendar is connected yet.', 'Sign in on the home page.')
    if (token.broken)
      return fault(
        `The provider refuses the grant: ${token.broken.reason}`,
        'A parent presses Reconnect on the home page.',
      )
    if (token.refreshTokenEndsAt)
      return notice(
        `The grant expires on ${token.refreshTokenEndsAt.toString().slice(0, 10)}.`,
        'Publish the app of the OAuth client (docs/google-cloud.md, step 5), then press Reconnect.',
      )
    return ok('The stored grant can be decrypted, and the provider has not refused it.')
  } catch (error) {
    if (!(error instanceof TokenUnreadableError)) throw error
    return fault(
      'No key of SECRET_KEYS decrypts the stored grant.',
      'Put the old key back at the end of SECRET_KEYS; if it is lost, a parent presses Reconnect.',
    )
  }
}

async function calendar(db: Database): Promise<Finding> {
  const selected = await readCalendar(db)
  if (selected) return ok('A calendar is selected.')
  return notice('No calendar is selected.', 'Select one on /calendars.')
}

async function channel(db: Database, address: string | null): Promise<Finding> {
  const state = followState(await readChannelFacts(db, { address, now: Temporal.Now.instant() }))
  if (state === 'live') return ok('Notifications of calendar changes arrive at once.')
  if (state === 'none' || address === null) return ok('No notification channel is needed.')
  return notice(
    'There is no live notification channel: the worker reads the calendar every two minutes.',
    'The log of the worker says why, under the kind “channel”.',
  )
}

async function refusedNights(db: Database): Promise<Finding[]> {
  const notices = await readNotices(db)
  const nights = notices.flatMap(({ kind, night }) => (kind === 'night-refused' && night) || [])
  if (nights.length === 0) return []
  return [
    fault(
      `The provider refuses to change the events of these nights: ${nights.map(String).toSorted().join(', ')}.`,
      'Delete these events in the calendar: the worker creates new ones.',
    ),
  ]
}
