import type { HistoryFacts, RecordedEntry } from '@night-routine/database/nights'
import { recordedState } from '@night-routine/household'
import t from 'tap'
import { changedNights, nightsOfChange, sameState, stateOf } from '../../src/changes/night-state.ts'
import { plain } from '@night-routine/testing/household'
import { entry } from './entries.ts'

const dana: HistoryFacts = { caregiver: 'babysitter', babysitterName: 'Dana', override: true }
const danasNight = { caregiver: 'babysitter', babysitter: { name: 'Dana' }, override: true }
const openNight = { caregiver: null, babysitter: null, override: false }

t.test('a night that is not stored is open, and so is one without facts', async t => {
  t.same(stateOf(undefined), openNight)
  t.same(recordedState(null), openNight)
  t.same(recordedState({ caregiver: 'a' }), { ...openNight, caregiver: 'a' })
  t.same(recordedState(dana), danasNight)
})

t.test('a night differs when its person, name or lock differs', async t => {
  const state = recordedState(dana)
  t.equal(sameState(state, recordedState({ ...dana, reason: 'Override' })), true)
  t.equal(sameState(state, { ...state, babysitter: { name: 'Kim' } }), false)
  t.equal(sameState(state, { ...state, override: false }), false)
  t.equal(sameState(state, { ...state, caregiver: 'a' }), false)
})

t.test('a night that is unlocked and planned again is one night of the change', async t => {
  const entries: RecordedEntry[] = [
    entry('2026-11-22', dana, { caregiver: null }),
    entry('2026-11-22', { caregiver: null }, { caregiver: 'a' }),
    entry('2026-11-21', { caregiver: 'a' }, { caregiver: 'b' }),
    entry(null, null, { nights: 30 }),
    entry('2026-11-21', null, { note: 'Bath', shared: false }),
    entry('2026-11-23', null, null),
  ]
  const nights = nightsOfChange(entries)
  t.same(plain(nights.map(({ night, before, after }) => ({ night, before, after }))), [
    { night: '2026-11-22', before: danasNight, after: { ...openNight, caregiver: 'a' } },
    {
      night: '2026-11-21',
      before: { ...openNight, caregiver: 'a' },
      after: { ...openNight, caregiver: 'b' },
    },
  ])
  t.equal(nights[0]?.first, entries[0])
  t.same(plain(changedNights(entries)), ['2026-11-21', '2026-11-22'], 'in order of nights')
})

t.test('a night that was only locked, or returned to its person, has not changed', async t => {
  const alex = { caregiver: 'a' as const }
  t.same(changedNights([entry('2026-11-21', alex, { ...alex, override: true })]), [])
  t.same(
    changedNights([
      entry('2026-11-21', alex, { caregiver: null }),
      entry('2026-11-21', { caregiver: null }, alex),
    ]),
    [],
  )
  t.same(
    plain(changedNights([entry('2026-11-21', dana, { ...dana, babysitterName: 'Kim' })])),
    ['2026-11-21'],
    'another babysitter is a change',
  )
})
