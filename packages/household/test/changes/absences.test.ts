import type { ParentId } from '@night-routine/database/nights'
import { otherParent } from '@night-routine/fairness'
import { addAbsence, previewAbsence, removeAbsence } from '@night-routine/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { by, now, plain } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

const holiday = { parent: 'a', from: day('2026-11-24'), to: day('2026-11-27') } as const

t.test('the plan goes around an absence, and returns when it is removed', async t => {
  const { db, change, allNights, absences, history, pushRequests } = await livingHousehold()
  const requests = await pushRequests()
  const foreseen = await previewAbsence(db, { ...holiday, now })
  const { id, ...added } = await change(trx => addAbsence(trx, { ...holiday, ...by }))
  t.same(plain(await absences()), plain([{ id, ...holiday }]))
  const during = (await allNights()).filter(
    ({ night }) => night.toString() >= '2026-11-24' && night.toString() <= '2026-11-27',
  )
  t.same(
    during.map(({ caregiver }) => caregiver),
    ['b', 'b', 'b', 'b'],
  )
  t.ok(added.changedNights.length >= 2)
  t.same(plain(foreseen.changed.map(({ night }) => night)), plain(added.changedNights))
  t.ok((await pushRequests()) > requests)

  const removed = await change(trx => removeAbsence(trx, { id, ...by }))
  t.same(await absences(), [])
  const facts = { id: id.toString(), parent: 'a', from: '2026-11-24', to: '2026-11-27' }
  const entries = (await history()).filter(({ action }) => action.startsWith('absence'))
  t.match(plain(entries), [
    { action: 'absence-added', change: added.change, night: null, before: null, after: facts },
    { action: 'absence-removed', change: removed.change, before: facts, after: null },
  ])
})

t.test('adding or removing an absence twice changes nothing', async t => {
  const { change, absences, history } = await livingHousehold()
  const { id } = await change(trx => addAbsence(trx, { ...holiday, ...by }))
  const entries = (await history()).length
  const again = await change(trx => addAbsence(trx, { ...holiday, ...by }))
  t.same(plain(again), plain({ id, change: null, changedNights: [] }))
  await change(trx => addAbsence(trx, { ...holiday, parent: 'b', ...by }))
  t.equal((await absences()).length, 2, 'the other parent may be away too')
  await change(trx => removeAbsence(trx, { id, ...by }))
  const before = (await history()).length
  t.ok(before > entries)
  t.same(await change(trx => removeAbsence(trx, { id, ...by })), {
    change: null,
    changedNights: [],
  })
  t.equal((await history()).length, before)
})

t.test('an absence tonight moves nothing tonight, and the night says who is away', async t => {
  for (const repeats of [false, true]) {
    const { db, change, allNights } = await livingHousehold()
    const tonight = day('2026-11-20')
    const planned = async () => (await allNights()).find(({ night }) => night.equals(tonight))
    const before = await planned()
    const parent: ParentId = before?.caregiver === 'a' ? 'a' : 'b'
    const other = otherParent(parent)
    const absence = repeats
      ? { parent, weekdays: [tonight.dayOfWeek], everyWeeks: 1, from: tonight, to: null }
      : { parent, from: tonight, to: tonight.add({ days: 2 }) }
    t.equal((await previewAbsence(db, { ...absence, now })).tonightStays, parent)
    t.equal((await previewAbsence(db, { ...absence, parent: other, now })).tonightStays, null)
    const { id } = await change(trx => addAbsence(trx, { ...absence, ...by }))
    t.match(await planned(), { caregiver: parent, explanation: { away: [parent] } })
    await change(trx => removeAbsence(trx, { id, repeats, ...by }))
    t.same(plain((await planned())?.explanation), plain(before?.explanation))
  }
})

t.test('refuses invalid absences, in the preview too', async t => {
  const { db, change, absences } = await livingHousehold()
  const over = { parent: 'a', from: day('2026-11-01'), to: day('2026-11-02') } as const
  const refused = { reason: 'not-allowed', field: 'to' }
  t.match(await refusalOf(() => change(trx => addAbsence(trx, { ...over, ...by }))), refused)
  t.match(await refusalOf(() => previewAbsence(db, { ...over, now })), refused)
  t.same(await absences(), [])
})
