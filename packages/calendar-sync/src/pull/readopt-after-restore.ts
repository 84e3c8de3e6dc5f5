import {
  lockCalendarEvents,
  saveCalendarEvents,
  type CalendarEventRow,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { readSettings } from '@night-routine/household'
import { hashOf, possibleIds } from './known-to-calendar.ts'
import type { FoundEvents } from './read-events.ts'

/**
 * A calendar that was restored from its backup has a night under an earlier id again, without the event that replaced
 * it. The earlier one becomes the event of the night, so that the next push doesn't add a second one.
 */
export async function readoptAfterRestore(trx: Transaction, found: FoundEvents) {
  const replaced = found.gone.filter(({ generation }) => generation > 0)
  if (replaced.length === 0) return
  const { installation } = await readSettings(trx)
  for (const row of replaced) {
    const earlier = earlierEvent(row, found, installation)
    if (earlier === undefined) continue
    const [known] = await lockCalendarEvents(trx, row.calendarId, [row.eventId])
    if (known !== undefined && known.etag === row.etag) await saveCalendarEvents(trx, earlier)
  }
}

function earlierEvent(
  row: CalendarEventRow,
  { events }: FoundEvents,
  installation: string,
): CalendarEventRow | undefined {
  const ids = possibleIds({ installation, ...row }, row.generation)
  const there = (id: string) =>
    events.find(event => event.eventId === id && event.status !== 'cancelled')
  const generation = ids.findLastIndex(there)
  const remote = there(ids[generation] ?? '')
  if (remote === undefined) return undefined
  const known = { generation, eventId: remote.eventId, pushedHash: hashOf(remote) }
  return { ...row, ...known, etag: null, judgedMeaning: null, state: 'present' }
}
