import t from 'tap'
import { eventHash, type RemoteEvent } from '@night-routine/calendar'
import { readBack } from '../../src/push/read-back.ts'
import { pushedHash } from '../../src/push/pushed-hash.ts'
import { day } from './mirror-rows.ts'

const ours: RemoteEvent = {
  eventId: 'nr0',
  etag: '"1"',
  status: 'confirmed',
  summary: '[Alex] 🌃👶Routine',
  startDate: day('2026-11-20'),
  endDate: day('2026-11-21'),
  description: '',
  repeats: false,
  properties: {},
}
const robin = { ...ours, summary: '[Robin] 🌃👶Routine' }
const wanted = eventHash(robin)
const pushed = eventHash(ours)
const marked = { ...ours, properties: { hash: pushed } }
const row = { pushedHash: pushedHash(pushed, 'why'), judgedMeaning: null }

t.test('our own event is told from one that a person changed', async t => {
  const unknown = { row: { ...row, pushedHash: null }, wanted }
  t.equal(readBack({ ...ours, status: 'cancelled' }, { row, wanted }), 'removed')
  t.equal(readBack(ours, { row, wanted }), 'known', 'only colour or reminders changed')
  t.equal(readBack(ours, { row, wanted: pushed }), 'as-wanted', 'written before a crash')
  t.equal(readBack(marked, unknown), 'known', 'it carries the hash of what we wrote')
  t.equal(readBack(ours, unknown), 'edited', 'nothing says that this is ours')
  t.equal(readBack({ ...marked, summary: '[Robin]' }, { row, wanted }), 'edited', 'title')
  t.equal(readBack({ ...marked, endDate: day('2026-11-22') }, { row, wanted }), 'edited', 'end')
  t.equal(
    readBack({ ...marked, startDate: null, endDate: null }, { row, wanted }),
    'edited',
    'hours',
  )
})

t.test('what a person wrote is a person’s, also where it is what we wanted to write', async t => {
  t.equal(readBack({ ...robin, properties: { hash: pushed } }, { row, wanted }), 'edited')
  t.equal(readBack({ ...robin, properties: { hash: wanted } }, { row, wanted }), 'as-wanted')
})

t.test('our old words, put back by hand after an edit that was followed', async t => {
  const kim = { ...marked, summary: '[Kim]' }
  const adopted = { ...row, judgedMeaning: eventHash(kim) }
  t.equal(readBack(kim, { row: adopted, wanted }), 'known', 'the edit itself, in another colour')
  t.equal(readBack(marked, { row: adopted, wanted }), 'edited')
  t.equal(
    readBack({ ...robin, properties: { hash: wanted } }, { row: adopted, wanted }),
    'as-wanted',
  )
})
