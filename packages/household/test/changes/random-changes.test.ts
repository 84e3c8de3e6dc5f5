import * as fc from 'fast-check'
import {
  householdTransaction,
  type Database,
  type Transaction,
} from '@night-routine/database/connection'
import {
  readAbsences,
  readHistory,
  readNights,
  readNightWeights,
} from '@night-routine/database/nights'
import {
  addAbsence,
  applyCalendarEdits,
  bookBabysitter,
  ChangeRefusal,
  giveNight,
  oldestChangeable,
  planRange,
  readHouseholdSettings,
  stateOf,
  removeAbsence,
  saveHouseholdSettings,
  swapNights,
  undoLastChange,
  tonight,
  unlockNight,
  weighNight,
  type CalendarEdit,
  readSettings,
  splitOf,
} from '@night-routine/household'
import { ledgerOf } from '@night-routine/fairness'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { alex, now as start, planAt } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { explanationFaults } from './explanation-faults.ts'
import { anyRound, type Step } from './random-changes.ts'
import { replay } from './replay.ts'

const seed = Number(process.env['SEED'] ?? 20_261_120)
const rounds = Number(process.env['ROUNDS'] ?? (process.env['LONG_TESTS'] ? 200 : 80))

/** Runs one step in its own transaction; a refusal is a valid result. */
async function take(db: Database, step: Step, now: Temporal.Instant): Promise<void> {
  try {
    await householdTransaction(db, trx => request(trx, step, now))
  } catch (error) {
    if (!(error instanceof ChangeRefusal)) throw error
  }
}

async function request(trx: Transaction, step: Step, now: Temporal.Instant): Promise<void> {
  const by = { now, actor: alex }
  const here = tonight(await readSettings(trx), now)
  const at = (offset: number) => here.add({ days: offset })
  const idOf = async (offset: number) =>
    (await readNights(trx, at(offset), at(offset)))[0]?.id ?? 0n
  switch (step.kind) {
    case 'book':
      await bookBabysitter(trx, {
        id: await idOf(step.offset),
        babysitter: { name: step.name },
        ...by,
      })
      break
    case 'give':
      await giveNight(trx, { id: await idOf(step.offset), to: step.parent, ...by })
      break
    case 'swap': {
      const otherId = await idOf(step.other)
      await swapNights(trx, { id: await idOf(step.offset), otherId, ...by })
      break
    }
    case 'range': {
      const from = at(step.offset)
      const to = from.add({ days: step.nights - 1 })
      await planRange(trx, { from, to, pattern: step.pattern, first: null, ...by })
      break
    }
    case 'unlock':
      await unlockNight(trx, { id: await idOf(step.offset), ...by })
      break
    case 'undo': {
      const entries = await readHistory(trx, { limit: 60 })
      const changes = [...new Set(entries.flatMap(({ change }) => change ?? []))]
      const change = step.back === null ? undefined : changes[step.back]
      await undoLastChange(trx, { change, ...by })
      break
    }
    case 'edit': {
      const edits = step.edits.map(({ offset, who }) => ({ night: at(offset), ...chosen(who) }))
      await applyCalendarEdits(trx, { edits, now })
      break
    }
    case 'away': {
      const nights = { from: at(step.offset), to: at(step.offset + step.nights - 1) }
      await addAbsence(trx, { parent: step.parent, ...nights, ...by })
      break
    }
    case 'repeat': {
      const { parent, weekdays, everyWeeks } = step
      const rhythm = { parent, weekdays, everyWeeks, from: at(step.offset), to: null }
      await addAbsence(trx, { ...rhythm, ...by })
      break
    }
    case 'weigh': {
      await weighNight(trx, { id: await idOf(step.offset), weight: step.counts, ...by })
      break
    }
    case 'back': {
      const absences = await readAbsences(trx)
      await removeAbsence(trx, { id: absences[step.which]?.id ?? 0n, ...by })
      break
    }
    case 'settings': {
      const { parents, ...settings } = await readHouseholdSettings(trx)
      const { kind: _kind, unavailableWeekdays, ...limits } = step
      const people = { ...parents, b: { ...parents.b, unavailableWeekdays } }
      await saveHouseholdSettings(trx, {
        settings: { ...settings, ...limits, parents: people },
        ...by,
      })
      break
    }
    case 'wait':
  }
}

function chosen(who: string): Omit<CalendarEdit, 'night'> {
  if (who === 'a' || who === 'b') return { caregiver: who, babysitter: null }
  return { caregiver: 'babysitter', babysitter: { name: who } }
}

/** Every night as people see it, by date. */
async function present(db: Database) {
  const nights = await readNights(db, day('2000-01-01'), day('2200-01-01'))
  return new Map(nights.map(night => [night.night.toString(), stateOf(night)]))
}

const inOrder = (nights: Map<string, object>) =>
  JSON.stringify([...nights].toSorted(([one], [other]) => (one < other ? -1 : 1)))

t.test(`${rounds} rounds of random changes, several at once, seed ${seed}`, async t => {
  const { db } = await livingHousehold()
  let now = start
  let seen = 0
  for (const round of fc.sample(anyRound, { seed, numRuns: rounds })) {
    const hours = round.map(step => (step.kind === 'wait' ? step.hours : 0))
    now = now.add({ hours: Math.max(...hours) })
    if (Math.max(...hours) > 0) await planAt(db, now)
    const before = await present(db)
    const oldest = oldestChangeable({ ...(await readSettings(db)), pastLimitDays: 5 }, now)
    await Promise.all(round.map(step => take(db, step, now)))
    const after = await present(db)

    const what = `${now.toString()} ${JSON.stringify(round)}`
    const history = (await readHistory(db, { limit: 1_000_000 })).toReversed()
    t.equal(inOrder(replay(history)), inOrder(after), `the history is complete: ${what}`)

    const nights = await readNights(db, day('2000-01-01'), day('2200-01-01'))
    const settings = await readSettings(db)
    const { weightOf } = ledgerOf(splitOf(settings, await readNightWeights(db)))
    t.same(explanationFaults(nights, weightOf), [], `reasons match numbers: ${what}`)

    const here = tonight(settings, now)
    const ahead = Array.from({ length: settings.lookAheadDays }, (_, days) =>
      here.add({ days }).toString(),
    )
    t.same(
      ahead.filter(night => !after.has(night)),
      [],
      `every night ahead is stored: ${what}`,
    )

    // An open tonight is planned as soon as somebody is available.
    const settled = [...before].filter(
      ([night, { caregiver }]) =>
        night < here.toString() || (night === here.toString() && caregiver !== null),
    )
    const changed = settled
      .filter(([night, state]) => JSON.stringify(after.get(night)) !== JSON.stringify(state))
      .map(([night]) => night)
    t.same(
      changed.filter(night => night < oldest.toString()),
      [],
      `old nights are unchanged: ${what}`,
    )
    const decided = history
      .slice(seen)
      .filter(({ action }) => action !== 'night-replanned')
      .map(({ night }) => night?.toString())
    t.same(
      changed.filter(night => !decided.includes(night)),
      [],
      `only people change settled nights: ${what}`,
    )
    seen = history.length
  }
})
