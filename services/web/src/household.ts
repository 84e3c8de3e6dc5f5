import {
  householdTransaction,
  readCalendar,
  readParents,
  readSettings,
  readWork,
  requestWork,
  saveCalendar,
  type Database,
  type SelectedCalendar,
  type Session,
  type Transaction,
} from '@night-routine/database'
import { planHousehold } from '@night-routine/household'
import { push, type Producer } from '@night-routine/queues'
import type { Clock } from '@night-routine/service'
import { waitForWork } from './wait-for-work.ts'

export interface HouseholdOptions {
  db: Database
  /** For what waits for the household's lock. */
  lockingDb: Database
  producer: Pick<Producer, 'wake'>
  clock: Clock
  /** How long a form post waits for the worker. */
  patienceMs: number
}

/** Names and settings, read anew for every page. */
export async function readHousehold(db: Database) {
  const [settings, parents] = await Promise.all([readSettings(db), readParents(db)])
  return { settings, parents }
}

/** What the status line needs to know of the calendar. */
export async function readStatus(db: Database) {
  const [calendar, work] = await Promise.all([readCalendar(db), readWork(db)])
  return { calendarName: calendar?.calendarName ?? null, work }
}

/** Plans from tonight on, has the calendar brought up to date, and waits a little for it. */
export async function sync(options: HouseholdOptions, by: Session): Promise<void> {
  const request = await householdTransaction(options.lockingDb, trx =>
    planAndRequest(trx, options, by),
  )
  await wakeAndWait(options, request)
}

/** Selects the calendar, plans, has the calendar filled, and waits a little for it. */
export async function selectCalendar(
  options: HouseholdOptions,
  calendar: SelectedCalendar,
  by: Session,
): Promise<void> {
  const request = await householdTransaction(options.lockingDb, async trx => {
    await saveCalendar(trx, calendar)
    // A new calendar needs more than its events: further kinds of work are asked for here, too.
    return planAndRequest(trx, options, by)
  })
  await wakeAndWait(options, request)
}

async function planAndRequest(trx: Transaction, { clock }: HouseholdOptions, by: Session) {
  await planHousehold(trx, { now: clock.now(), author: { kind: 'person', actor: by.email } })
  return requestWork(trx, 'push')
}

async function wakeAndWait({ db, producer, patienceMs }: HouseholdOptions, request: bigint) {
  await producer.wake(push, {})
  await waitForWork('push', request, { readWork: () => readWork(db), timeoutMs: patienceMs })
}
