import type { HistoryFacts, RecordedEntry } from '@night-routine/database'
import { recordedState } from '@night-routine/household'
import t from 'tap'
import { changedNights, nightsOfChange, sameState, stateOf } from '../../src/changes/night-state.ts'
import { plain } from '@night-routine/household/testing'
import { entry } from './entries.ts'

const dana: HistoryFacts = { caregiver: 'babysitter', babysitterName: 'Dana', override: true }
const nobody = { caregiver: null, babysitterName: null, override: false }

t.test('a night that is not on record is open, and so is one of which nothing is said', async t => {
  t.same(stateOf(undefined), nobody)
  t.same(recordedState(null), nobody)
  t.same(recordedState({ caregiver: 'a' }), { ...nobody, caregiver: 'a' })
  t.same(recordedState(dana), dana)
})

t.test('people see another night when the person, the name or the lock is another', async t => {
  const state = recordedState(dana)
  t.equal(sameState(state, recordedState({ ...dana, reason: 'Override' })), true)
  t.equal(sameState(state, { ...state, babysitterName: 'Kim' }), false)
  t.equal(sameState(state, { ...state, override: false }), false)
  t.equal(sameState(state, { ...state, caregiver: 'a' }), false)
})

t.test('a night that is unlocked and then planned anew is one night of the change', async t => {
  const entries: RecordedEntry[] = [
    entry('2026-11-22', dana, { caregiver: null }),
    entry('2026-11-22', { caregiver: null }, { caregiver: 'a' }),
    entry('2026-11-21', { caregiver: 'a' }, { caregiver: 'b' }),
    entry(null, null, { nights: 30 }),
  ]
  const nights = nightsOfChange(entries)
  t.same(plain(nights.map(({ night, before, after }) => ({ night, before, after }))), [
    { night: '2026-11-22', before: dana, after: { ...nobody, caregiver: 'a' } },
    {
      night: '2026-11-21',
      before: { ...nobody, caregiver: 'a' },
      after: { ...nobody, caregiver: 'b' },
    },
  ])
  t.equal(nights[0]?.first, entries[0])
  t.same(plain(changedNights(entries)), ['2026-11-21', '2026-11-22'], 'in order of nights')
})

t.test(
  'a night that is only locked, or that came back to whom it had, has not changed',
  async t => {
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
      'one babysitter for another is a change',
    )
  },
)
