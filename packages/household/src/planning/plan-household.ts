import { ClockError, readClockProblem } from '@night-routine/database/clock'
import type { Transaction } from '@night-routine/database/connection'
import { requestJob, type JobKind } from '@night-routine/database/jobs'
import {
  appendHistory,
  removeNights,
  saveExplanations,
  saveLastPlannedOn,
  saveNights,
  type HistoryEntry,
} from '@night-routine/database/nights'
import { requestNotify } from '@night-routine/database/notifications'
import { requestPublish } from '../publishing.ts'
import { nightsCodec } from '../recorded-facts.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { zoneOf } from '../settings/zone.ts'
import { decidePlan, type PlanChanges } from './decide-plan.ts'
import { endAsks } from './end-asks.ts'
import { readPlanningFacts, type HouseholdRules } from './planning-facts.ts'

/** Who changes something: `email` is a person's address, or null for the schedule and the calendar. */
export interface Actor {
  kind: HistoryEntry['actorKind']
  email: string | null
}

/** `changed`: nights with another caregiver than before, including new and removed nights. */
export interface PlanOutcome {
  changed: Temporal.PlainDate[]
  openNights: Temporal.PlainDate[]
  /** What it wrote into the history. */
  entries: HistoryEntry[]
}

/**
 * Plans the household's nights and writes those that differ, with their history, as part of `change` if one
 * caused it. Updates the explanation of every night from the oldest changeable one on, and ends the asks that have
 * nothing left to answer. Call it inside
 * `householdTransaction`. As part of a change, or when a night changed, it requests `push`, `notify` if anyone
 * listens, and `publish` for households that publish; new numbers alone change no event. A caller with other
 * writes (a newly selected calendar) requests `push` itself. `known` is what it has read in this transaction.
 * @throws ClockError if the time cannot be right
 */
export async function planHousehold(
  trx: Transaction,
  { now, actor, change = null }: { now: Temporal.Instant; actor: Actor; change?: string | null },
  known?: Pick<HouseholdRules, 'parents'> & { settings: Settings },
): Promise<PlanOutcome> {
  if (await readClockProblem(trx, { now: () => now })) throw new ClockError('the clock is wrong')
  const settings = known?.settings ?? (await readSettings(trx))
  const facts = await readPlanningFacts(trx, now, { ...known, settings })
  const { changes, explained, openNights } = decidePlan(facts)
  const removed = changes.remove.map(({ night }) => night)

  const { lastPlannedOn } = settings
  const today = now.toZonedDateTimeISO(zoneOf(settings)).toPlainDate()
  await saveNights(trx, changes.save, today)
  await saveExplanations(trx, explained, today)
  await removeNights(trx, removed)
  const entries = planHistory(changes, { at: now, actor, change })
  await appendHistory(trx, entries)
  await endAsks(trx, { at: now, actorKind: actor.kind, actor: actor.email, change }, facts)
  const hasMoved = lastPlannedOn === null || !lastPlannedOn.equals(facts.tonight)
  // Where the window of nights moved, the calendar may lack nights that the plan has had for long.
  if (change !== null || changes.save.length + removed.length > 0 || hasMoved) {
    await requestJob(trx, 'push')
    await requestNotify(trx)
    await requestPublish(trx, settings)
  }
  if (hasMoved) await saveLastPlannedOn(trx, facts.tonight)

  const planned = [...changes.added, ...changes.reassigned].map(({ night }) => night)
  return {
    changed: [...planned, ...removed].toSorted((one, other) =>
      Temporal.PlainDate.compare(one, other),
    ),
    openNights,
    entries,
  }
}

/** Plans from tonight on, and requests work of these kinds. @returns the number of each request */
export async function planAndRequest(
  trx: Transaction,
  origin: { now: Temporal.Instant; actor: Actor },
  kinds: readonly JobKind[],
): Promise<{ kind: JobKind; number: bigint }[]> {
  await planHousehold(trx, origin)
  const requests = []
  for (const kind of kinds) requests.push({ kind, number: await requestJob(trx, kind) })
  return requests
}

/**
 * The history entries of a planning run: one for each night whose published caregiver changed, one for all
 * nights planned for the first time, one for all removed nights. The whole history shows who does each night.
 */
export function planHistory(
  changes: PlanChanges,
  { at, actor, change }: { at: Temporal.Instant; actor: Actor; change: string | null },
): HistoryEntry[] {
  const by = { at, actorKind: actor.kind, actor: actor.email, change }
  const entries: HistoryEntry[] = changes.reassigned.map(({ night, before, after }) => ({
    ...by,
    action: 'night-replanned',
    night,
    before: { caregiver: before.caregiver },
    after: { caregiver: after.caregiver, reason: after.reason },
  }))
  const summary = { ...by, night: null, before: null, after: null }
  if (changes.added.length > 0)
    entries.push({ ...summary, action: 'nights-planned', after: nightsCodec.write(changes.added) })
  if (changes.remove.length > 0)
    entries.push({
      ...summary,
      action: 'nights-unplanned',
      before: nightsCodec.write(changes.remove),
    })
  return entries
}
