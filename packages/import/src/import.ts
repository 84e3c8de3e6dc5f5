import { readImportedEventIds, saveImportedEvents } from '@night-routine/database/calendar'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readNights } from '@night-routine/database/nights'
import {
  ChangeRefusal,
  importNights,
  readChangeFacts,
  readHouseholdSettings,
  settingsErrors,
  type ChangeOrigin,
} from '@night-routine/household'
import type { ImportedHousehold } from './imported.ts'
import type { ImportFacts, ImportOptions } from './import-facts.ts'
import { mainCalendar, planImport, type ImportPlan } from './plan-import.ts'

/** Says what an import would do, and writes nothing. @throws ImportRefusal, ChangeRefusal */
export async function previewImport(
  q: Queryable,
  imported: ImportedHousehold,
  { now, ...options }: ImportOptions & { now: Temporal.Instant },
): Promise<ImportPlan> {
  const plan = planImport(imported, await readImportFacts(q, imported, now), options)
  const faults = plan.takenSettings.length === 0 ? [] : settingsErrors(plan.settings)
  if (faults.length > 0) throw new ChangeRefusal('not-allowed', faults)
  return plan
}

/**
 * Brings a household in, all of it or nothing: nights, settings, and the ids of the events that a push takes over. The
 * same file again changes nothing. Call it inside `householdTransaction`. @returns whether anything was written
 * @throws ImportRefusal, ChangeRefusal
 */
export async function saveImport(
  trx: Transaction,
  imported: ImportedHousehold,
  { options = {}, ...by }: ChangeOrigin & { options?: ImportOptions },
) {
  const plan = planImport(imported, await readImportFacts(trx, imported, by.now), options)
  const { change } = await importNights(trx, plan, by)
  const events = await saveImportedEvents(trx, plan.events)
  if (events > 0) await requestJob(trx, 'push')
  return { plan, changed: change !== null || events > 0 }
}

async function readImportFacts(
  q: Queryable,
  { nights, calendar }: ImportedHousehold,
  now: Temporal.Instant,
): Promise<ImportFacts> {
  const [first, last] = [nights[0], nights.at(-1)]
  return {
    settings: await readHouseholdSettings(q),
    knownEvents: new Set(await readImportedEventIds(q, calendar?.id ?? mainCalendar)),
    change: await readChangeFacts(q, now),
    nights:
      first && last
        ? await readNights(
            q,
            Temporal.PlainDate.from(first.night),
            Temporal.PlainDate.from(last.night),
          )
        : [],
  }
}
