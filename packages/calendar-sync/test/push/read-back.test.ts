import t from 'tap'
import { eventHash, type RemoteEvent } from '@night-routine/calendar'
import { readBack } from '../../src/push/push-context.ts'
import { pushedHash } from '@night-routine/calendar'
import { day } from './event-rows.ts'

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

t.test('tells our own event from an edited one', async t => {
  const unknown = { row: { ...row, pushedHash: null }, wanted }
  t.equal(readBack({ ...ours, status: 'cancelled' }, { row, wanted }), 'removed')
  t.equal(readBack(ours, { row, wanted }), 'known', 'only color or reminders changed')
  t.equal(readBack(ours, { row, wanted: pushed }), 'as-wanted', 'written before a crash')
  t.equal(readBack(marked, unknown), 'known', 'it carries our hash')
  t.equal(readBack(ours, unknown), 'edited', 'without a sign that it is ours')
  t.equal(readBack({ ...marked, summary: '[Robin]' }, { row, wanted }), 'edited', 'title')
  t.equal(readBack({ ...marked, endDate: day('2026-11-22') }, { row, wanted }), 'edited', 'end')
  t.equal(
    readBack({ ...marked, startDate: null, endDate: null }, { row, wanted }),
    'edited',
    'hours',
  )
})

t.test('a person’s text is an edit even if it equals ours', async t => {
  t.equal(readBack({ ...robin, properties: { hash: pushed } }, { row, wanted }), 'edited')
  t.equal(readBack({ ...robin, properties: { hash: wanted } }, { row, wanted }), 'as-wanted')
})

t.test('a person restores our earlier text after a followed edit', async t => {
  const kim = { ...marked, summary: '[Kim]' }
  const adopted = { ...row, judgedMeaning: eventHash(kim) }
  t.equal(readBack(kim, { row: adopted, wanted }), 'known', 'the edit itself, in another color')
  t.equal(readBack(marked, { row: adopted, wanted }), 'edited')
  t.equal(
    readBack({ ...robin, properties: { hash: wanted } }, { row: adopted, wanted }),
    'as-wanted',
  )
})
