import { eventId, writtenMeaning } from '@night-routine/calendar'
import {
  lockCalendarEvents,
  saveCalendarEvents,
  type CalendarEventRow,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { readSettings } from '@night-routine/household'
import type { FoundEvents } from './read-events.ts'

/**
 * A calendar that was restored from its backup has a night under an earlier id again, without the event that replaced
 * it. The earlier one becomes the event of the night, so that the next push doesn't add a second one.
 */
export async function readoptAfterRestore(trx: Transaction, found: FoundEvents): Promise<void> {
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
  const { calendarId, night } = row
  for (let generation = row.generation - 1; generation >= 0; generation -= 1) {
    const id = eventId({ installation, calendarId, night, generation })
    const remote = events.find(event => event.eventId === id && event.status !== 'cancelled')
    if (remote === undefined) continue
    const written = remote.properties['hash'] ?? ''
    return {
      ...row,
      generation,
      eventId: id,
      etag: null,
      pushedHash: written === '' ? null : writtenMeaning(written),
      judgedMeaning: null,
      state: 'present',
    }
  }
  return undefined
}
