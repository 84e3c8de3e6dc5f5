import t from 'tap'
import { isAlive, isStale } from '../src/session-life.ts'
import { at } from './nights.ts'

const now = at('2026-11-20T12:00:00Z')
const days = (count: number) => now.subtract({ hours: count * 24 })
const second = { seconds: 1 }

t.test('a session ends 30 days after its last use', async t => {
  const session = { createdAt: days(31) }
  t.ok(isAlive({ ...session, lastSeenAt: days(30).add(second) }, now))
  t.notOk(isAlive({ ...session, lastSeenAt: days(30) }, now))
})

t.test('a session ends 180 days after its start, even in use', async t => {
  t.ok(isAlive({ createdAt: days(180).add(second), lastSeenAt: now }, now))
  t.notOk(isAlive({ createdAt: days(180), lastSeenAt: now }, now))
})

t.test('a clock that jumped back does not end it', async t => {
  t.ok(isAlive({ createdAt: now.add({ hours: 2 }), lastSeenAt: now.add({ hours: 2 }) }, now))
})

t.test('records use once an hour', async t => {
  t.notOk(isStale({ createdAt: now, lastSeenAt: now.subtract({ minutes: 59 }) }, now))
  t.ok(isStale({ createdAt: now, lastSeenAt: now.subtract({ hours: 1 }) }, now))
})
