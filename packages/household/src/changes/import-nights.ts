import type { Transaction } from '@night-routine/database/connection'
import { readNights, saveDecisions, type NightDecision } from '@night-routine/database/nights'
import { saveHouseholdSettings } from './save-household-settings.ts'
import type { HouseholdSettings } from '../settings/settings.ts'
import { readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { nightsCodec } from '../recorded-facts.ts'
import { writeStep } from './change-kind.ts'
import { kinds } from './kinds.ts'
import { recordChange, type ChangeEntry, type ChangeOutcome } from './record-change.ts'

/** What another program kept, as decisions of this household. */
export interface NightsToImport {
  /** The settings with what is taken over; the current ones if nothing is. */
  settings: HouseholdSettings
  /** Nights up to tonight as they were, in order. */
  past: readonly NightDecision[]
  /** Nights from tonight on that a person had decided, in order. */
  locked: readonly NightDecision[]
}

/**
 * Brings in nights and settings of another program, and plans with them. The past nights are one entry of the
 * history, because a page never splits a change. Does nothing when nothing is new.
 * @throws ChangeRefusal `not-allowed`, with every fault of the settings
 */
export async function importNights(
  trx: Transaction,
  { settings, past, locked }: NightsToImport,
  by: ChangeOrigin,
): Promise<ChangeOutcome> {
  const before = await readBefore(trx, locked)
  // Before anything is planned, so that each plan counts them.
  await saveDecisions(trx, [...past, ...locked])
  const change = await saveHouseholdSettings(trx, { ...by, settings })
  if (past.length + locked.length === 0) return change
  const entries: ChangeEntry[] = locked.map(decision => {
    const { night } = decision
    const known = before.get(night.toString()) ?? null
    return writeStep(kinds.night, 'night-imported', { night, before: known, after: decision })
  })
  const facts = await readChangeFacts(trx, by.now)
  return recordChange(trx, [...together(past), ...entries], by, facts)
}

async function readBefore(trx: Transaction, locked: readonly NightDecision[]) {
  const [first, last] = [locked[0], locked.at(-1)]
  const nights = first && last ? await readNights(trx, first.night, last.night) : []
  return new Map(nights.map(night => [night.night.toString(), night]))
}

/** One entry for all past nights, as for nights that are planned for the first time. */
function together(past: readonly NightDecision[]): ChangeEntry[] {
  if (past.length === 0) return []
  const babysitters = Object.fromEntries(
    past.map(({ night, babysitter }) => [night.toString(), babysitter?.name]),
  )
  const after = { ...nightsCodec.write(past), babysitters }
  return [{ action: 'nights-imported', night: null, before: null, after }]
}
