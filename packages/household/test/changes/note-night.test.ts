import { readChange, readNightNote } from '@night-routine/database/nights'
import {
  bookBabysitter,
  noteNight,
  readUndoableChanges,
  undoLastChange,
  unlockNight,
} from '@night-routine/household'
import { by, day, now, planAt, robin } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import t from 'tap'
import { tidyNote } from '../../src/changes/note-night.ts'
import { refusalOf } from './refusal-of.ts'

const date = '2026-11-23'

async function open() {
  const home = await livingHousehold()
  const { id } = await home.night(date)
  const note = (text: string, shared = false) =>
    home.change(trx => noteNight(trx, { id, note: text, shared, ...by }))
  const undo = (change?: string) => home.change(trx => undoLastChange(trx, { change, ...by }))
  return { ...home, id, note, undo, read: () => readNightNote(home.db, day(date)) }
}

t.test('a note moves no night, is on record, and requests one push', async t => {
  const { note, read, shown, history, pushRequests } = await open()
  const [before, pushes] = [await shown(), await pushRequests()]
  const { change, changedNights } = await note(' bath,\n medicine ', true)
  t.same(changedNights, [])
  t.same(await read(), { note: 'bath, medicine', shared: true })
  t.same(await shown(), before)
  t.equal(await pushRequests(), pushes + 1)
  t.match((await history()).at(-1), {
    action: 'night-noted',
    change,
    before: null,
    after: { note: 'bath, medicine', shared: true },
  })
  t.equal((await note('bath, medicine', true)).change, null, 'again it is nothing')
  t.equal(await pushRequests(), pushes + 1)
  await note('')
  t.equal(await read(), null)
})

t.test('stays with its date when the night is planned again, booked and unlocked', async t => {
  const { db, id, note, read, change } = await open()
  await note('bath')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  await change(trx => unlockNight(trx, { id, ...by }))
  await planAt(db, now.add({ hours: 24 }))
  await db.deleteFrom('assignments').where('night', '=', day(date)).execute()
  await planAt(db, now.add({ hours: 25 }))
  t.match(await read(), { note: 'bath' })
})

t.test('undo puts the earlier note back, once', async t => {
  const { db, note, undo, read, history } = await open()
  await note('one')
  const { change } = await note('two', true)
  const undoable = await readUndoableChanges(db, [await readChange(db, change ?? '')], now)
  t.same([...undoable], [change])
  const undone = await undo()
  t.same(undone.restored.map(String), [date])
  t.match(await read(), { note: 'one', shared: false })
  t.match((await history()).at(-1), { action: 'change-undone', undoes: change })
  t.equal((await undo(change ?? '')).change, undone.change, 'again it has the same result')
  await undo(undone.change ?? '')
  t.match(await read(), { note: 'two' }, 'an undo can be undone by its id')
  await note('three')
  t.match(await refusalOf(() => undo(change ?? '')), { reason: 'changed-since' })
  t.match(await read(), { note: 'three' })
})

t.test('a note, and its undo, do not stand between a booking and its undo', async t => {
  const { id, note, undo, change, night, shown } = await open()
  const before = await shown()
  const booked = await change(trx =>
    bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }),
  )
  await undo((await note('key is under the mat')).change ?? '')
  const again = await change(trx =>
    bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }),
  )
  t.equal(again.change, booked.change, 'booking again still means the booking')
  await undo(booked.change ?? '')
  t.same(await shown(), before)
  t.equal((await night(date)).override, false)
})

t.test('refuses what is no short line, and a night that is too old', async t => {
  const { change, note } = await open()
  for (const text of ['x'.repeat(201), 'a\u0007b', 'a\u202Eb'])
    t.match(await refusalOf(() => note(text)), { reason: 'not-allowed', field: 'note' })
  t.equal(tidyNote('🛁'.repeat(200)).length, 400, 'characters, not code units')
  t.match(
    await refusalOf(() =>
      change(trx => noteNight(trx, { id: 999n, note: 'x', shared: false, now, actor: robin })),
    ),
    { reason: 'unknown-night' },
  )
})
