import { readCalendar } from '@night-routine/database/calendar'
import {
  householdTransaction,
  unreadable,
  type Database,
  type TokenKeys,
} from '@night-routine/database/connection'
import { readSourcesToRead, type SourceToRead } from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { readSettings, saveSourceReading, sourceWindow } from '@night-routine/household'
import { readSource, type SourceReader, type SourceReading } from './read-source.ts'

/**
 * Reads every calendar that parents take absences from. The plan changes when the absences do. A calendar that cannot
 * be read keeps its absences.
 * @returns how the read of each ended, for the log: no names, addresses or titles. `changed` nights are someone else's now.
 */
export async function updateAbsences(
  options: SourceReader & {
    db: Database
    keys: TokenKeys
    now: Temporal.Instant
    /** Throws when another worker may have the job. */
    check: () => void
  },
) {
  const { db, keys, now, check, ...reader } = options
  const updated: { source: string; outcome: string; skipped: object; changed: number }[] = []
  const actor = { kind: 'schedule', email: null } as const
  for (const source of await readSourcesToRead(db, keys)) {
    const reading = await readKnown(db, reader, { source, now })
    check()
    const { changedNights } = await householdTransaction(db, trx =>
      saveSourceReading(trx, { id: source.id, ...reading, now, actor }),
    )
    updated.push({
      source: source.id,
      outcome: reading.outcome,
      skipped: 'skipped' in reading ? { ...reading.skipped } : {},
      changed: changedNights.length,
    })
  }
  return updated
}

async function readKnown(
  db: Database,
  reader: SourceReader,
  { source, now }: { source: SourceToRead; now: Temporal.Instant },
): Promise<SourceReading> {
  const { place, parent } = source
  if (place === unreadable) return { outcome: 'key-lost' }
  const selected = await readCalendar(db)
  if (place.kind === 'calendar' && place.calendarId === selected?.calendarId)
    return { outcome: 'selected', nights: [] }
  const people = await readParentsByEmail(db)
  const addresses = [...people].filter(([, other]) => other === parent).map(([email]) => email)
  const window = sourceWindow(await readSettings(db), now)
  return readSource(reader, { place, window, addresses, known: source })
}
