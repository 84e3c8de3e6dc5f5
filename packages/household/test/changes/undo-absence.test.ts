import {
  addAbsence,
  giveNight,
  removeAbsence,
  undoLastChange,
  type ChangeOutcome,
} from '@night-routine/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { by, now, parentsNight, plain } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

const holiday = { parent: 'a', from: day('2026-11-24'), to: day('2026-11-27') } as const
const ofChange = ({ change }: ChangeOutcome) => ({ ...by, change: String(change) })

t.test('undoing an absence removes it, and the nights are as before', async t => {
  const { change, shown, absences, history } = await livingHousehold()
  const before = await shown()
  const added = await change(trx => addAbsence(trx, { ...holiday, ...by }))
  const during = await shown()
  const undone = await change(trx => undoLastChange(trx, by))
  t.same(await absences(), [])
  t.same(await shown(), before)
  t.same(plain(undone.changedNights), plain(added.changedNights))
  t.match(plain((await history()).filter(({ change: id }) => id === undone.change)[0]), {
    action: 'change-undone',
    undoes: added.change,
    before: { parent: 'a', from: '2026-11-24', to: '2026-11-27' },
    after: null,
  })

  await change(trx => undoLastChange(trx, ofChange(undone)))
  t.match(await absences(), [{ parent: 'a' }], 'an undo can be undone by its id')
  t.same(await shown(), during)
})

t.test('undoing the end of an absence adds it again, and other changes stay', async t => {
  const { db, change, absences, night } = await livingHousehold()
  const { id } = await change(trx => addAbsence(trx, { ...holiday, ...by }))
  const removed = await change(trx => removeAbsence(trx, { id, ...by }))
  const other = await parentsNight(db, '2026-12-05')
  const to = other.caregiver === 'a' ? 'b' : 'a'
  await change(trx => giveNight(trx, { id: other.id, to, ...by }))
  await change(trx => undoLastChange(trx, ofChange(removed)))
  t.same(
    plain((await absences()).map(({ parent, from, to: last }) => ({ parent, from, to: last }))),
    plain([holiday]),
  )
  t.equal((await night('2026-11-25')).caregiver, 'b')
  t.match(await night('2026-12-05'), { caregiver: to, override: true })
})

t.test('refuses what changed since or is over', async t => {
  const { change, absences } = await livingHousehold()
  const { id, ...added } = await change(trx => addAbsence(trx, { ...holiday, ...by }))
  const later = now.add({ hours: 24 * 8 })
  t.match(
    await refusalOf(() => change(trx => undoLastChange(trx, { ...ofChange(added), now: later }))),
    { reason: 'too-old', field: 'change' },
  )
  await change(trx => removeAbsence(trx, { id, ...by }))
  t.match(await refusalOf(() => change(trx => undoLastChange(trx, ofChange(added)))), {
    reason: 'changed-since',
    message: 'This absence changed again since, so nothing was undone.',
  })
  t.same(await absences(), [])
})
