import {
  countOwnEvents,
  findOwnEvent,
  putOwnEvent,
  readOwnChanges,
  removeOwnEvent,
  renewOwnCalendar,
} from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'

const doctor = { uid: 'doctor', name: 'a.ics', text: 'doctor' }

t.test('an event is written and removed at the version that is known', async t => {
  const { db } = await testDatabase(t)
  const put = async (event: typeof doctor, version: bigint | null) =>
    transaction(db, trx => putOwnEvent(trx, event, version))
  const first = await put(doctor, null)
  t.match(first, doctor)
  for (const [refused, version] of [
    [doctor, null],
    [doctor, 99n],
    [{ ...doctor, uid: 'other' }, null],
    [{ ...doctor, name: 'b.ics' }, null],
  ] as const)
    t.equal(await put(refused, version), null)
  const start = await readOwnChanges(db, null)
  const second = await put({ ...doctor, text: 'dentist' }, first?.version ?? null)
  const remove = async (version: bigint) =>
    transaction(db, trx => removeOwnEvent(trx, { uid: 'doctor', version }))
  t.notOk(await remove(first?.version ?? 0n))
  t.equal(await countOwnEvents(db), 1)
  t.ok(await remove(second?.version ?? 0n))
  t.equal(await countOwnEvents(db), 0)
  t.equal(await findOwnEvent(db, { name: 'a.ics' }), undefined)
  t.match(await readOwnChanges(db, start?.token ?? ''), { events: [{ ...doctor, text: null }] })
  t.match(await put({ ...doctor, uid: 'other' }, null), { uid: 'other' }, 'its file is free')
})

t.test('a token is of this calendar, until a restore', async t => {
  const { db } = await testDatabase(t)
  await transaction(db, trx => putOwnEvent(trx, doctor, null))
  const { token = '' } = (await readOwnChanges(db, null)) ?? {}
  t.same((await readOwnChanges(db, token))?.events, [])
  for (const unknown of ['', 'x', token.replace(/\d+$/, '99'), token.replace(/^./, 'x')])
    t.equal(await readOwnChanges(db, unknown), null, unknown)
  await transaction(db, renewOwnCalendar)
  t.equal(await readOwnChanges(db, token), null)
})
