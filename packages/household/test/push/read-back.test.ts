import t from 'tap'
import { eventHash, type RemoteEvent } from '@night-routine/calendar'
import { readBack } from '../../src/push/read-back.ts'
import { day } from './mirror-rows.ts'

const ours: RemoteEvent = {
  eventId: 'nr0',
  etag: '"1"',
  status: 'confirmed',
  summary: '[Alex] 🌃👶Routine',
  startDate: day('2026-11-20'),
  endDate: day('2026-11-21'),
  repeats: false,
  properties: {},
}
const wanted = eventHash({ ...ours, summary: '[Robin] 🌃👶Routine' })
const pushed = eventHash(ours)
const marked = { ...ours, properties: { hash: pushed } }

t.test('our own event is told from one that a person changed', async t => {
  const unknown = { wanted, pushed: null }
  t.equal(readBack({ ...ours, status: 'cancelled' }, { wanted, pushed }), 'removed')
  t.equal(readBack(ours, { wanted, pushed }), 'as-written', 'only colour or reminders changed')
  t.equal(readBack(ours, { wanted: pushed, pushed: null }), 'as-wanted', 'written before a crash')
  t.equal(readBack(marked, unknown), 'as-written', 'it carries the hash of what we wrote')
  t.equal(readBack(ours, unknown), 'edited', 'nothing says that this is ours')
  t.equal(readBack({ ...marked, summary: '[Robin]' }, { wanted, pushed }), 'edited', 'title')
  t.equal(readBack({ ...marked, endDate: day('2026-11-22') }, { wanted, pushed }), 'edited', 'end')
  t.equal(
    readBack({ ...marked, startDate: null, endDate: null }, { wanted, pushed }),
    'edited',
    'given hours',
  )
  t.equal(
    readBack({ ...marked, summary: '[Robin] 🌃👶Routine' }, { wanted, pushed }),
    'as-wanted',
    'a person wrote what we were about to write',
  )
})
