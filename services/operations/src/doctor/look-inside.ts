import { readCalendar, readNotices, readToken } from '@night-routine/database/calendar'
import { readClockProblem } from '@night-routine/database/clock'
import {
  awaitSchema,
  readServerFacts,
  roleName,
  roles,
  TokenUnreadableError,
  type Database,
  type Role,
  type TokenKeys,
} from '@night-routine/database/connection'
import { readCredentialsEmails } from '@night-routine/database/credentials'
import { readJobRequests, unfinishedJobs } from '@night-routine/database/jobs'
import { readAbsenceSources } from '@night-routine/database/nights'
import { countFailedDeliveries } from '@night-routine/database/notifications'
import { readMembers } from '@night-routine/database/people'
import type { Finding, OpenCalendarProvider } from '@night-routine/calendar'
import { followState, readChannelFacts } from '@night-routine/calendar-sync'
import { chooseBackend, reachBackend, UnfitBackendError } from '@night-routine/jobs'
import { systemClock } from '@night-routine/service'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import {
  problem,
  judgeMembers,
  judgeClock,
  judgeMessages,
  judgeWork,
  messageOf,
  notice,
  ok,
} from './judge.ts'

const schemaMs = 1_000

const week = { hours: 7 * 24 }

/** Checks that the database answers, its clock, and its schema version. */
export async function lookAtDatabase(db: Database, { DATABASE_URL }: Config) {
  const { host } = new URL(DATABASE_URL)
  const asked = Temporal.Now.instant()
  const facts = await readServerFacts(db).catch(messageOf)
  if (typeof facts === 'string') {
    const text = `The database at ${host} cannot be used: ${facts}`
    const finding = problem(text, 'Check DATABASE_URL, and that PostgreSQL runs.')
    return { findings: [finding], usable: false }
  }
  // The server read its clock about halfway between request and response.
  const wayThere = asked.until(Temporal.Now.instant()).total('seconds') / 2
  const clock = judgeClock('the database', asked.until(facts.now).total('seconds') - wayThere)
  const answers = ok(`PostgreSQL ${facts.version} answers at ${host}.`)
  try {
    await awaitSchema(db, { timeoutMs: schemaMs })
    return { findings: [answers, clock, ok('The database schema is up to date.')], usable: true }
  } catch {
    const old = problem(
      'The database schema is older than this version.',
      'Run the migrations: the container “migrate”, or npm start.',
    )
    return { findings: [answers, clock, old], usable: false }
  }
}

/** Checks that each connected service, and the worker whose settings we have, signs in as the role that is its own. */
export async function lookAtRoles(db: Database): Promise<Finding> {
  // A connection has the name of its service.
  const { rows } = await sql<{ service: Role; role: string }>`
    select application_name as service, usename::text as role from pg_stat_activity
      where datname = current_database() and application_name = any(${roles})
    union select 'scheduler-worker', current_user::text
    order by 1, 2`.execute(db)
  const wrong = rows.filter(({ service, role }) => role !== roleName(service))
  if (wrong.length === 0) return ok('Each service signs in to PostgreSQL with its own role.')
  const who = wrong.map(({ service, role }) => `${service} as ${role}`).join(', ')
  return problem(
    `Services sign in to PostgreSQL with more rights than they need: ${who}.`,
    'Give each service its own role, as docs/upgrading.md says under “Database roles”.',
  )
}

/** Checks that Redis answers, and does not evict keys. One process needs none. */
export async function lookAtQueue({ REDIS_URL }: Config): Promise<Finding> {
  if (REDIS_URL === undefined)
    return notice(
      'REDIS_URL is unset, so jobs start up to half a minute late.',
      'Wake-ups between processes need REDIS_URL: set it to the address of a Redis.',
    )
  const backend = chooseBackend(REDIS_URL)
  if (backend.kind === 'process') return ok('Wake-ups are calls within one process.')
  try {
    await reachBackend(backend)
    return ok('Redis accepts wake-ups, and evicts none.')
  } catch (error) {
    if (error instanceof UnfitBackendError)
      return problem(error.message, 'Services refuse to start with this Redis.')
    return notice(
      'Redis does not answer.',
      'Check REDIS_URL, and that Redis runs. Until then jobs start up to half a minute late.',
    )
  }
}

/** Checks who can sign in, where people have accounts of the installation. */
export async function lookAtMembers(db: Database): Promise<Finding> {
  const household = (await readMembers(db)).map(({ email }) => email)
  return judgeMembers(await readCredentialsEmails(db), household)
}

/** Checks the grant, the selected calendar, the notification channel and the jobs. */
export async function lookAtHousehold(
  db: Database,
  given: { keys: TokenKeys; provider: OpenCalendarProvider; address: string | null },
): Promise<Finding[]> {
  const { keys, provider, address } = given
  const waiting = new Map((await unfinishedJobs(db)).map(({ kind, seconds }) => [kind, seconds]))
  const jobs = await readJobRequests(db)
  return [
    await rightClock(db),
    ...(provider.grants === null ? [] : [await grant(db, keys, provider)]),
    (await readCalendar(db))
      ? ok('A calendar is selected.')
      : notice('No calendar is selected.', 'Select one on /calendars.'),
    await channel(db, address),
    ...(await nightsInTrouble(db)),
    ...(await sourcesInTrouble(db)),
    ...(await countFailedDeliveries(db, Temporal.Now.instant().subtract(week))).map(judgeMessages),
    ...jobs.map(one => judgeWork(one, waiting.get(one.kind) ?? 0)),
  ]
}

async function rightClock(db: Database): Promise<Finding> {
  const trouble = await readClockProblem(db, systemClock)
  if (trouble === null) return ok('The time of this machine agrees with what the household knows.')
  return problem(
    `The clock of this machine says ${trouble.now.toString()}, and the household has seen ${trouble.seen.toString()}: all work waits.`,
    'Set the clock, by network time (NTP) if you can. If it is right, a parent says so on the home page.',
  )
}

async function grant(
  db: Database,
  keys: TokenKeys,
  { endingGrantCure }: Pick<OpenCalendarProvider, 'endingGrantCure'>,
): Promise<Finding> {
  try {
    const token = await readToken(db, keys)
    if (token === undefined)
      return notice('No calendar is connected yet.', 'Sign in on the home page.')
    if (token.broken)
      return problem(
        `The provider refuses the grant: ${token.broken.reason}`,
        'A parent presses Reconnect on the home page.',
      )
    if (token.refreshTokenEndsAt)
      return notice(
        `The grant expires on ${token.refreshTokenEndsAt.toString().slice(0, 10)}.`,
        endingGrantCure,
      )
    return ok('The stored grant can be decrypted, and the provider has not refused it.')
  } catch (error) {
    if (!(error instanceof TokenUnreadableError)) throw error
    return problem(
      'No key of SECRET_KEYS decrypts the stored grant.',
      'Put the old key back at the end of SECRET_KEYS; if it is lost, a parent presses Reconnect.',
    )
  }
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

/** Calendars with absences that could not be read, by reason; whose they are is in the settings. */
async function sourcesInTrouble(db: Database): Promise<Finding[]> {
  const failed = (await readAbsenceSources(db)).filter(({ outcome }) => outcome !== 'read')
  return [...Map.groupBy(failed, ({ outcome }) => outcome)].map(([outcome, sources]) =>
    notice(
      `${sources.length} of the calendars with absences cannot be read: ${outcome}.`,
      'The settings say so beside its name, under Absences: a parent removes it or adds it again.',
    ),
  )
}

const nightNotices = {
  'night-refused': 'The provider refuses to change the events of these nights',
  'night-failed': 'The provider fails at the events of these nights',
  'event-unreadable': 'The events of these nights cannot be read',
}

async function nightsInTrouble(db: Database): Promise<Finding[]> {
  const notices = await readNotices(db)
  return Object.entries(nightNotices).flatMap(([noticeKind, text]) => {
    const nights = notices.flatMap(({ kind, night }) => (kind === noticeKind && night) || [])
    if (nights.length === 0) return []
    const dates = nights.map(String).toSorted().join(', ')
    return problem(
      `${text}: ${dates}.`,
      'Delete these events in the calendar: the worker creates new ones.',
    )
  })
}
