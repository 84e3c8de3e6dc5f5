import { transaction, type Database } from '@night-routine/database/connection'
import { readJobRequests, requestJob } from '@night-routine/database/jobs'
import { readOpenAsks } from '@night-routine/database/nights'
import { notificationsDue, readRecipients } from '@night-routine/database/notifications'
import { isBefore, readSettings, tonight } from '@night-routine/household'
import type { ChannelId } from '@night-routine/notifications'
import { dueReminders, readFacts } from './plan-deliveries.ts'

/** Requests `notify` when a message or the end of an ask is due, unless it is requested. @returns whether it did */
export async function notifyTick(
  db: Database,
  { now, setUp }: { now: Temporal.Instant; setUp: readonly ChannelId[] },
): Promise<boolean> {
  const work = (await readJobRequests(db)).find(({ kind }) => kind === 'notify')
  if (work !== undefined && work.requestNumber > work.doneNumber) return false
  const isDue =
    (await notificationsDue(db, now)) ||
    (await asksOver(db, now)) ||
    (await remindersDue(db, { now, setUp }))
  if (isDue) await transaction(db, trx => requestJob(trx, 'notify'))
  return isDue
}

/** Whether the night of an open ask is over. */
async function asksOver(db: Database, now: Temporal.Instant): Promise<boolean> {
  const [first] = await readOpenAsks(db)
  return first !== undefined && isBefore(first.night, tonight(await readSettings(db), now))
}

async function remindersDue(
  db: Database,
  due: { now: Temporal.Instant; setUp: readonly ChannelId[] },
) {
  const people = await readRecipients(db)
  if (people.every(({ reminderAt }) => reminderAt === null)) return false
  return (await dueReminders(db, await readFacts(db, due.now), due)).length > 0
}
