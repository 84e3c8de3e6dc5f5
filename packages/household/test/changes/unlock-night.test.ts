import type { Database } from '@night-routine/database/connection'
import { bookBabysitter, giveNight, previewNight, unlockNight } from '@night-routine/household'
import t from 'tap'
import { by, nightOn, now, parentsNight, plain, planAt } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

async function unlocking(db: Database, id: bigint) {
  const { unlock } = await previewNight(db, { id, now })
  if (unlock === null) throw new Error('the night is not locked')
  return unlock
}

t.test('an unlocked night is planned again, with a new reason', async t => {
  const { db, change, history, pushRequests } = await livingHousehold()
  const planned = await parentsNight(db, '2026-11-23')
  const { id } = planned
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  const requests = await pushRequests()
  const foreseen = await unlocking(db, id)
  const outcome = await change(trx => unlockNight(trx, { id, ...by }))
  t.match(outcome.night, { override: false, babysitter: null, caregiver: foreseen.caregiver })
  t.ok(outcome.night?.caregiver === 'a' || outcome.night?.caregiver === 'b')
  t.not(outcome.night?.reason, 'Override')
  t.equal(outcome.night?.explanation?.reason, outcome.night?.reason)
  t.same(plain(outcome.changedNights), plain(foreseen.changed.map(({ night }) => night)))
  const [entry] = (await history()).filter(({ change: uuid }) => uuid === outcome.change)
  t.match(plain(entry), {
    action: 'night-unlocked',
    night: '2026-11-23',
    before: { babysitterName: 'Dana', override: true },
    after: { caregiver: null, override: false },
  })
  t.ok((await pushRequests()) > requests)
})

t.test('tonight is planned at once when it is unlocked', async t => {
  const { db, change } = await livingHousehold()
  const { id } = await nightOn(db, '2026-11-20')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  const { night } = await change(trx => unlockNight(trx, { id, ...by }))
  t.ok(night?.caregiver === 'a' || night?.caregiver === 'b')
  t.equal(night?.override, false)
})

t.test('a past night keeps its caregiver when it is unlocked', async t => {
  const { db, change, shown } = await livingHousehold()
  const booked = await nightOn(db, '2026-11-18')
  const given = await parentsNight(db, '2026-11-17')
  const to = given.caregiver === 'a' ? 'b' : 'a'
  await change(trx => bookBabysitter(trx, { id: booked.id, babysitter: { name: 'Dana' }, ...by }))
  await change(trx => giveNight(trx, { id: given.id, to, ...by }))
  const before = await shown()
  for (const { id } of [booked, given]) {
    const foreseen = await unlocking(db, id)
    const { night, changedNights } = await change(trx => unlockNight(trx, { id, ...by }))
    t.match(night, { override: false, reason: 'Override', caregiver: foreseen.caregiver })
    t.same([changedNights, foreseen.changed], [[], []])
  }
  t.same(
    await shown(),
    before.map(line => line.replace(' (locked)', '')),
  )
  await planAt(db, now.add({ hours: 24 }))
  t.match(
    await nightOn(db, '2026-11-18'),
    { babysitter: { name: 'Dana' } },
    'planning does not change it',
  )
})

t.test('an unlocked night without an available parent is open', async t => {
  const { db, change } = await livingHousehold({ unavailableWeekdays: { a: [3], b: [3] } })
  const { id } = await nightOn(db, '2026-11-25')
  await change(trx => giveNight(trx, { id, to: 'a', ...by }))
  t.equal((await unlocking(db, id)).caregiver, null)
  const { night, changedNights } = await change(trx => unlockNight(trx, { id, ...by }))
  t.match(night, { caregiver: null, reason: null, override: false })
  t.ok(changedNights.some(changed => changed.toString() === '2026-11-25'))
})

t.test('a night beyond the look-ahead is removed when it is unlocked', async t => {
  const { db, change } = await livingHousehold()
  const { id } = await nightOn(db, '2026-12-15')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  await db.updateTable('settings').set({ look_ahead_days: 7 }).execute()
  await planAt(db, now)
  const { night, changedNights } = await change(trx => unlockNight(trx, { id, ...by }))
  t.equal(night, undefined)
  t.same(plain(changedNights), ['2026-12-15'])
  t.match(await refusalOf(() => change(trx => unlockNight(trx, { id, ...by }))), {
    reason: 'unknown-night',
  })
})

t.test('unlocking twice is one change, and an unlocked night is refused', async t => {
  const { db, change, history } = await livingHousehold()
  const { id } = await nightOn(db, '2026-11-23')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  const first = plain(await change(trx => unlockNight(trx, { id, ...by })))
  const entries = (await history()).length
  t.same(plain(await change(trx => unlockNight(trx, { id, ...by }))), first)
  t.equal((await history()).length, entries)

  const never = await nightOn(db, '2026-11-24')
  const refused = { reason: 'not-locked', field: 'id', message: 'This night is not locked.' }
  const unlock = () => change(trx => unlockNight(trx, { id: never.id, ...by }))
  t.match(await refusalOf(unlock), refused)
  t.equal((await previewNight(db, { id: never.id, now })).unlock, null)
  const old = await nightOn(db, '2026-11-14')
  t.match(await refusalOf(() => change(trx => unlockNight(trx, { id: old.id, ...by }))), {
    reason: 'too-old',
  })
})
