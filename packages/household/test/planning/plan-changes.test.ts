import * as fc from 'fast-check'
import t from 'tap'
import type { PlannedNight } from '@night-routine/fairness'
import { planChanges } from '../../src/planning/decide-plan.ts'
import type { StoredNight } from '../../src/planning/planning-facts.ts'
import { plain } from '@night-routine/testing/household'
import { anyStored, day, explanation, someTonight, stored } from './stored-nights.ts'

const lastNight = day('2026-12-19')

function planned(
  night: string,
  caregiver: PlannedNight['caregiver'],
  more: Partial<PlannedNight['explanation']> = {},
): PlannedNight {
  const reason = caregiver === null ? null : explanation.reason
  const said = { ...explanation, reason, ...more }
  return { night: day(night), caregiver, reason: said.reason, explanation: said }
}

function outcome(before: StoredNight[], after: PlannedNight[]) {
  const { save, remove, added, reassigned } = planChanges({
    stored: before,
    planned: after,
    lastNight,
  })
  return plain({
    save: save.map(({ night }) => night),
    remove: remove.map(({ night }) => night),
    added: added.map(({ night }) => night),
    reassigned: reassigned.map(({ night }) => night),
  })
}
const nothing = { save: [], remove: [], added: [], reassigned: [] }

t.test('a plan that matches the stored nights writes nothing', async t => {
  t.same(outcome([stored('2026-11-21', 'a')], [planned('2026-11-21', 'a')]), nothing)
  t.same(outcome([stored('2026-11-21', null)], [planned('2026-11-21', null)]), nothing, 'open')
})

t.test('writes new, reassigned and removed nights', async t => {
  const night = '2026-11-21'
  t.same(outcome([], [planned(night, 'a')]), { ...nothing, save: [night], added: [night] })
  const changed = { ...nothing, save: [night], reassigned: [night] }
  t.same(outcome([stored(night, 'b')], [planned(night, 'a')]), changed)
  t.same(outcome([stored(night, 'b')], [planned(night, null)]), changed, 'to open')
  t.same(outcome([stored(night, null)], [planned(night, 'a')]), changed, 'from open')
  t.same(
    outcome([stored('2026-12-19', 'a'), stored('2026-12-20', 'b'), stored('2026-12-21', null)], []),
    { ...nothing, remove: ['2026-12-20', '2026-12-21'] },
    'beyond the horizon',
  )
})

t.test('never changes a locked night, inside the horizon or beyond', async t => {
  const fixed = stored('2026-11-21', 'b', { override: true })
  t.same(outcome([fixed], [planned('2026-11-21', 'a')]), nothing)
  t.same(outcome([stored('2026-12-25', 'babysitter')], []), nothing)
})

const sixtyForty = {
  share: { a: 60, b: 40 },
  weight: 1,
  totals: { a: 6, b: 4 },
  last30: { a: 6, b: 4 },
}

t.test('keeps a decision while it is true', async t => {
  const night = '2026-11-21'
  const rewritten = { ...nothing, save: [night] }
  t.same(outcome([stored(night, 'a')], [planned(night, 'a', { totals: { a: 5, b: 9 } })]), nothing)
  t.same(outcome([stored(night, 'a')], [planned(night, 'a', { away: ['b'] })]), rewritten)
  t.same(outcome([stored(night, 'a')], [planned(night, 'a', { ratherNot: ['b'] })]), rewritten)
  t.same(outcome([stored(night, 'a')], [planned(night, 'a', { turn: 'a' })]), rewritten)
  t.same(outcome([stored(night, 'a')], [planned(night, 'a', { split: sixtyForty })]), rewritten)
  const divided = stored(night, 'a', { explanation: { ...explanation, split: sixtyForty } })
  t.same(outcome([divided], [planned(night, 'a')]), rewritten)
  t.same(outcome([divided], [planned(night, 'a', { split: sixtyForty })]), nothing)
})

t.test('writes a night again when its reason changes, or was never recorded', async t => {
  const night = '2026-11-21'
  const rewritten = { ...nothing, save: [night] }
  t.same(outcome([stored(night, 'a')], [planned(night, 'a', { reason: 'Total Count' })]), rewritten)
  t.same(outcome([stored(night, 'a', { explanation: null })], [planned(night, 'a')]), rewritten)
})

t.test('never writes a babysitter into the plan', async t => {
  t.same(outcome([], [planned('2026-11-21', 'babysitter')]), nothing)
})

t.test('saving the changes makes the stored nights match the plan', async t => {
  const anyPlan = fc
    .array(fc.constantFrom('a' as const, 'b' as const, null), { minLength: 1, maxLength: 30 })
    .map(who =>
      who.map((caregiver, index) =>
        planned(someTonight.add({ days: index }).toString(), caregiver),
      ),
    )
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(anyStored, anyPlan, (record, plan) => {
        const last = plan.at(-1)?.night ?? someTonight
        const { save, remove } = planChanges({ stored: record, planned: plan, lastNight: last })
        const gone = new Set(remove.map(({ night }) => night.toString()))
        const result = new Map(
          [...record.filter(({ night }) => !gone.has(night.toString())), ...save].map(night => [
            night.night.toString(),
            night.caregiver,
          ]),
        )
        const fixed = record.filter(night => night.override)
        const touched = new Set([...save.map(({ night }) => night.toString()), ...gone])
        const free = plan.filter(({ night }) => !fixed.some(one => one.night.equals(night)))
        return (
          free.every(({ night, caregiver }) => result.get(night.toString()) === caregiver) &&
          fixed.every(({ night }) => !touched.has(night.toString())) &&
          result.size === free.length + fixed.length
        )
      }),
    ),
  )
})
