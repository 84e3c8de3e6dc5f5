import {
  closeNotices,
  lockMirror,
  readCalendar,
  readMirror,
  readSettings,
  requestWork,
  saveMirror,
  type Transaction,
} from '@night-routine/database'
import { oldestChangeable } from '@night-routine/household'
import { knownGone } from './known-after.ts'

/**
 * A person says that our events are gone from the selected calendar, where a pull doubted it: each one
 * from the oldest changeable night on is made again under its own id. One that stands there after all
 * answers that it exists, and is looked at instead: nothing becomes double, and no edit is written
 * over. Call it inside `householdTransaction`.
 */
export async function putNightsBack(
  trx: Transaction,
  { now }: { now: Temporal.Instant },
): Promise<void> {
  const calendar = await readCalendar(trx)
  if (calendar === undefined) return
  const { calendarId } = calendar
  const known = await readMirror(trx, calendarId, oldestChangeable(await readSettings(trx), now))
  const standing = known.filter(({ state }) => state !== 'removed')
  const ids = standing.map(({ eventId }) => eventId)
  for (const row of await lockMirror(trx, calendarId, ids)) await saveMirror(trx, knownGone(row))
  await closeNotices(trx, ['reader-brake'], now)
  for (const kind of ['pull', 'push'] as const) await requestWork(trx, kind)
}
