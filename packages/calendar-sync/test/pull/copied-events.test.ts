import type { RemoteEvent } from '@night-routine/calendar'
import { plain } from '@night-routine/testing/household'
import t from 'tap'
import { row } from '../push/event-rows.ts'
import { date, decide, found, judged, night, noticed, noticesOf, read } from './deciding.ts'

const copy: RemoteEvent = { ...read, eventId: 'copy', properties: { app: 'night-routine' } }

t.test('a copy of our event has a notice about its night', async t => {
  const events = [copy]
  t.same(plain(noticesOf(decide({ found: found({ events }) }))), [
    { kind: 'duplicate', night, data: null },
  ])
  const marked = { ...copy, properties: {}, summary: '[Alex] 🌃👶Routine' }
  t.same(noticed({ found: found({ events: [marked] }) }), ['duplicate'])
})

t.test('what is no copy that counts has no notice', async t => {
  const others: [string, Partial<RemoteEvent>][] = [
    ['with hours', { startDate: null }],
    ['on a night without an event of ours', { startDate: date.add({ days: 1 }) }],
    ['removed', { status: 'cancelled' }],
    ['of another app', { properties: { app: 'another' } }],
  ]
  for (const [name, other] of others)
    t.same(noticed({ found: found({ events: [{ ...copy, ...other }] }) }), [], name)
  t.same(noticed({ found: found({ events: [copy], everything: true }) }), [], 'found before')
  const own = { ...copy, eventId: row(night).eventId }
  const known = [judged({ kind: 'echo' }, own)]
  t.same(noticed({ judged: known, found: found({ events: [own] }) }), [], 'one of ours')
})
