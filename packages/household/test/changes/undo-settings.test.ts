import { readHistoryChanges, type FirstValues } from '@night-routine/database/nights'
import {
  bookBabysitter,
  readHouseholdSettings,
  readUndoableChanges,
  saveHouseholdSettings,
  undoLastChange,
  type ChangeOutcome,
  type HouseholdSettings,
} from '@night-routine/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { by, nightOn, now, plain } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

async function household(first: Partial<FirstValues> = {}) {
  const living = await livingHousehold(first)
  const { db, change } = living
  return {
    ...living,
    settings: () => readHouseholdSettings(db),
    save: async (more: Partial<HouseholdSettings>) => {
      const settings = { ...(await readHouseholdSettings(db)), ...more }
      return change(trx => saveHouseholdSettings(trx, { settings, ...by }))
    },
    undo: ({ change: id }: ChangeOutcome) =>
      change(trx => undoLastChange(trx, { ...by, change: String(id) })),
    undoable: async () => {
      const changes = await readHistoryChanges(db, { limit: 50 })
      const all = changes.map(({ entries }) => entries)
      return [...(await readUndoableChanges(db, all, now))]
    },
  }
}

const person = (name: string, unavailableWeekdays: number[] = []) => ({
  name,
  unavailableWeekdays,
  ratherNotWeekdays: [],
})

t.test('undoing settings restores each of them, and the nights that they moved', async t => {
  for (const more of [
    { parents: { a: person('Alex'), b: person('Robin', [3, 6]) } },
    { lookAheadDays: 9 },
    { lookAheadDays: 40 },
    { countFrom: day('2026-11-18') },
    { timeZone: 'Pacific/Pago_Pago', dayTurnsAtHour: 0 },
    { publish: true, publishNames: 'initials', weekStart: 7, language: 'fr' },
    { homeAssistant: false },
  ] satisfies Partial<HouseholdSettings>[]) {
    const { save, undo, settings, shown, history, undoable } = await household()
    const before = plain([await settings(), await shown()])
    const saved = await save(more)
    t.same(await undoable(), [saved.change])
    const undone = await undo(saved)
    t.same(plain([await settings(), await shown()]), before, Object.keys(more).join())
    t.same(plain(undone.changedNights), plain(saved.changedNights))
    t.match(
      (await history()).find(({ change }) => change === undone.change),
      {
        action: 'change-undone',
        undoes: saved.change,
      },
    )
    t.same(await undoable(), [], 'neither what was undone nor the undo')
  }
})

t.test('a date to count from comes back', async t => {
  const { save, undo, settings } = await household()
  await save({ countFrom: day('2026-11-18') })
  await undo(await save({ countFrom: null }))
  t.equal(String((await settings()).countFrom), '2026-11-18')
})

t.test('the same undo again changes nothing, and other settings stay', async t => {
  const { save, undo, settings, history } = await household()
  const saved = await save({ lookAheadDays: 14 })
  await save({ weekStart: 7 })
  const undone = plain(await undo(saved))
  t.match(await settings(), { lookAheadDays: 30, weekStart: 7 })
  const entries = (await history()).length
  t.same(plain(await undo(saved)), undone)
  t.equal((await history()).length, entries)
})

t.test('refuses what changed since, with a sentence', async t => {
  const { save, undo, settings, undoable } = await household()
  const first = await save({ lookAheadDays: 14, weekStart: 7 })
  const second = await save({ weekStart: 6 })
  t.same(await undoable(), [second.change])
  t.match(await refusalOf(() => undo(first)), {
    reason: 'changed-since',
    message: 'These settings changed again since, so nothing was undone.',
  })
  t.match(await settings(), { lookAheadDays: 14, weekStart: 6 })
})

t.test('a name that an undo takes away stays the parent’s for the calendar', async t => {
  const { db, change, save, undo, settings } = await household()
  const renamed = await save({ parents: { a: person('Sam'), b: person('Robin') } })
  const again = await save({ parents: { a: person('Alexandra'), b: person('Robin') } })
  const { id } = await nightOn(db, '2026-11-25')
  t.match(
    await refusalOf(() =>
      change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Sam' }, ...by })),
    ),
    { field: 'name' },
    'an earlier name is refused to begin with',
  )
  await undo(again)
  t.match(
    await refusalOf(() =>
      change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Alexandra' }, ...by })),
    ),
    { field: 'name' },
    'a name that an undo took away is an earlier name, too',
  )
  await undo(renamed)
  t.equal((await settings()).parents.a.name, 'Alex')
})

t.test('the first names of a household cannot be undone', async t => {
  const { save, undo, undoable } = await household({ parentA: null, parentB: null })
  const named = await save({ parents: { a: person('Alex'), b: person('Robin') } })
  t.same(await undoable(), [])
  t.match(await refusalOf(() => undo(named)), {
    reason: 'unknown-change',
    message: 'This change can’t be undone.',
  })
})

t.test('Parent A and Parent B can be real names, and UTC a zone that was chosen', async t => {
  const { save, undo, settings, undoable } = await household({
    parentA: 'Parent A',
    parentB: 'Parent B',
    timeZone: 'UTC',
  })
  const renamed = await save({
    timeZone: 'Europe/Paris',
    parents: { a: person('Alex'), b: person('Robin') },
  })
  t.same(await undoable(), [renamed.change])
  await undo(renamed)
  t.match(await settings(), {
    timeZone: 'UTC',
    parents: { a: person('Parent A'), b: person('Parent B') },
  })
})

t.test('an undo takes back the first choice of a time zone', async t => {
  const { save, undo, settings } = await household({ timeZone: null })
  const chosen = await save({ timeZone: 'UTC' })
  t.equal((await settings()).timeZone, 'UTC')
  await undo(chosen)
  t.equal((await settings()).timeZone, null)
})
