import {
  closeNotices,
  forgetFailures,
  householdTransaction,
  readCalendarStatus,
  readDisconnectRequest,
  readNightsForHome,
  readNotices,
  readParents,
  readSettings,
  readJobRequests,
  requestJob,
  saveCalendar,
  type Database,
  type NightRange,
  type SelectedCalendar,
  type Session,
  type Transaction,
  type JobStatus,
} from '@night-routine/database'
import { planHousehold } from '@night-routine/household'
import { readPushProgress } from '@night-routine/calendar-sync'
import type { Producer } from '@night-routine/jobs'
import { inBatches, trailToPass, type Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { Connection } from './connection.ts'
import type { HomeReading } from './routes/home/home.ts'
import { SpokenError } from './plugins/spoken-error.ts'
import { waitForWork, type WaitOptions } from './wait-for-work.ts'

/** How long a form post waits for the worker, before the page it leads to shows how far that is. */
const formPatienceMs = 1_500

export interface HouseholdOptions {
  db: Database
  /** For what waits for the household's lock. */
  lockingDb: Database
  producer: Pick<Producer, 'wake'>
  clock: Clock
  /** How long a form post waits for the worker, and the timer that measures it; tests have their own. */
  patienceMs?: number
  timer?: WaitOptions['timer']
}

/** The settings and the parents, read for every request. */
export async function readHousehold(db: Database) {
  const [settings, parents] = await Promise.all([readSettings(db), readParents(db)])
  return { settings, parents }
}

/** What the home page says. */
export async function readHome(
  db: Database,
  nightRanges: { shown: NightRange; next: NightRange },
  asked: { now: Temporal.Instant; publicUrl: string; readConnection: () => Promise<Connection> },
): Promise<HomeReading> {
  // First, with its revision: if anything changes meanwhile, an open page has an older one and asks again.
  const status = await readCalendarStatus(db, asked.now)
  const [nights, jobs, connection] = await Promise.all([
    readNightsForHome(db, nightRanges),
    readWorkAndNotices(db, asked),
    asked.readConnection(),
  ])
  return { ...status, ...jobs, nights, connection }
}

/** What the home page says of the calendar: how it stands with it, and what happened in it. */
export async function readStatus(
  db: Database,
  asked: { now: Temporal.Instant; publicUrl: string },
) {
  const [status, jobs] = await Promise.all([
    readCalendarStatus(db, asked.now),
    readWorkAndNotices(db, asked),
  ])
  return { ...status, ...jobs }
}

async function readWorkAndNotices(
  db: Database,
  asked: { now: Temporal.Instant; publicUrl: string },
) {
  const [jobs, told] = await Promise.all([readJobRequests(db), readNotices(db)])
  return { jobs, told, progress: await progressOf(db, jobs, asked) }
}

// As long as nothing is asked for there is nothing to compare.
async function progressOf(
  db: Database,
  jobs: readonly Pick<JobStatus, 'kind' | 'requestNumber' | 'doneNumber'>[],
  asked: { now: Temporal.Instant; publicUrl: string },
) {
  const writing = jobs.find(({ kind }) => kind === 'push')
  const behind = writing !== undefined && writing.requestNumber > writing.doneNumber
  return behind ? readPushProgress(db, asked) : null
}

/** Plans from tonight on, has the calendar read and brought up to date, and waits a little for it. */
export async function sync(options: HouseholdOptions, by: Session): Promise<void> {
  await wakeAndWait(options, await planAndPush(options, by))
}

/**
 * As `sync`, for many people at once. Those who ask while a plan is made share the next one, which the history
 * attributes to the first of them.
 */
export function syncInRounds(options: HouseholdOptions): (by: Session) => Promise<void> {
  const plan = inBatches(async ([first]: readonly Session[]) => {
    const requests = first === undefined ? [] : await planAndPush(options, first)
    await wake(options, requests)
    return requests
  })
  return async by => wait(options, await plan(by))
}

function planAndPush(options: HouseholdOptions, by: Session): Promise<Request[]> {
  return householdTransaction(options.lockingDb, trx =>
    planAndRequest(trx, options, { by, kinds: ['pull', 'push'] }),
  )
}

/** Selects the calendar, plans, has the calendar watched, read and filled, and waits a little for it. */
export async function selectCalendar(
  options: HouseholdOptions,
  calendar: SelectedCalendar,
  by: Session,
): Promise<void> {
  const requests = await householdTransaction(options.lockingDb, async trx => {
    if (await readDisconnectRequest(trx)) throw new SpokenError(409, message('error.disconnecting'))
    await saveCalendar(trx, calendar)
    // Both are about the previous calendar.
    await closeNotices(trx, ['calendar-lost', 'reader-brake'], options.clock.now())
    await forgetFailures(trx, ['channel', 'pull', 'push'])
    return planAndRequest(trx, options, { by, kinds: ['channel', 'pull', 'push'] })
  })
  await wakeAndWait(options, requests)
}

type Kind = 'channel' | 'pull' | 'push'

interface Request {
  kind: Kind
  number: bigint
}

async function planAndRequest(
  trx: Transaction,
  { clock }: HouseholdOptions,
  { by, kinds }: { by: Session; kinds: readonly Kind[] },
): Promise<Request[]> {
  await planHousehold(trx, { now: clock.now(), actor: { kind: 'person', email: by.email } })
  const requests: Request[] = []
  for (const kind of kinds) requests.push({ kind, number: await requestJob(trx, kind) })
  return requests
}

async function wakeAndWait(options: HouseholdOptions, requests: readonly Request[]) {
  await wake(options, requests)
  await wait(options, requests)
}

// At once, or a queue that is away would cost its patience for each of them.
async function wake({ producer }: HouseholdOptions, requests: readonly Request[]) {
  // A plan also asks for the published site to follow, where there is one.
  const kinds = [...requests.map(({ kind }) => kind), 'publish' as const]
  await Promise.all(kinds.map(kind => producer.wake(kind, trailToPass())))
}

async function wait(
  { db, patienceMs = formPatienceMs, timer }: HouseholdOptions,
  requests: readonly Request[],
) {
  const options = { readJobRequests: () => readJobRequests(db), timeoutMs: patienceMs, timer }
  await Promise.all(requests.map(({ kind, number }) => waitForWork(kind, number, options)))
}
