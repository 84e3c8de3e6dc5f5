import { bookBabysitter, lockNight, undoLastChange, unlockNight } from '@night-routine/household'
import {
  by,
  day,
  nightOn,
  parentsNight,
  plain,
  planAt,
  now,
} from '@night-routine/testing/household'
import t from 'tap'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

t.test('a locked night stays as it is, with the lock in the history', async t => {
  const { db, change, shown, history } = await livingHousehold()
  const { id, caregiver } = await parentsNight(db, '2026-11-23')
  const others = (await shown()).filter(line => !line.startsWith('2026-11-23'))
  const { night, ...outcome } = await change(trx => lockNight(trx, { id, ...by }))
  t.match(night, { caregiver, override: true, reason: 'Override' })
  t.same(outcome.changedNights, [])
  t.same(
    (await shown()).filter(line => !line.startsWith('2026-11-23')),
    others,
    'no other night moves',
  )
  const entries = (await history()).filter(entry => entry.change === outcome.change)
  t.match(plain(entries), [
    {
      action: 'night-locked',
      night: '2026-11-23',
      before: { caregiver, override: false },
      after: { caregiver, override: true },
    },
  ])
  await planAt(db, now.add({ hours: 24 }))
  t.match(await nightOn(db, '2026-11-23'), { caregiver, override: true })
})

t.test('locking twice is one change, which is undone', async t => {
  const { db, change, shown, history } = await livingHousehold()
  const before = await shown()
  const { id } = await nightOn(db, '2026-11-23')
  const first = await change(trx => lockNight(trx, { id, ...by }))
  const entries = (await history()).length
  t.match(await change(trx => lockNight(trx, { id, ...by })), { change: null, changedNights: [] })
  t.equal((await history()).length, entries)
  const undone = await change(trx => undoLastChange(trx, { ...by, change: String(first.change) }))
  t.same(plain(undone.restored), ['2026-11-23'])
  t.same(await shown(), before)
})

t.test('a babysitter who was unlocked on a past night is locked again', async t => {
  const { db, change } = await livingHousehold()
  const { id } = await nightOn(db, '2026-11-18')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  await change(trx => unlockNight(trx, { id, ...by }))
  const { night } = await change(trx => lockNight(trx, { id, ...by }))
  t.match(night, { caregiver: 'babysitter', babysitter: { name: 'Dana' }, override: true })
})

t.test('refuses an open night, and one too far past', async t => {
  const { db, change } = await livingHousehold({ unavailableWeekdays: { a: [3], b: [3] } })
  const open = await nightOn(db, '2026-11-25')
  t.equal(open.caregiver, null)
  t.match(await refusalOf(() => change(trx => lockNight(trx, { id: open.id, ...by }))), {
    reason: 'not-allowed',
    field: 'id',
    message: 'No one has Wednesday 25 November yet. Give it to someone instead.',
  })
  const old = await nightOn(db, day('2026-11-14').toString())
  t.match(await refusalOf(() => change(trx => lockNight(trx, { id: old.id, ...by }))), {
    reason: 'too-old',
  })
  t.match(await refusalOf(() => change(trx => lockNight(trx, { id: 99_999n, ...by }))), {
    reason: 'unknown-night',
  })
})
