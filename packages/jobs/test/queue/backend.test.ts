import t from 'tap'
import { chooseBackend } from '../../src/index.ts'
import { kindNames } from '../../src/kinds.ts'
import { logOutages } from '../../src/queue/backend.ts'
import { collectLines } from './log-lines.ts'

t.test('uses Redis if its address is set, otherwise PostgreSQL', async t => {
  const databaseUrl = 'postgres://db/routine'
  t.same(chooseBackend({ redisUrl: 'redis://queue', databaseUrl }), {
    kind: 'redis',
    url: 'redis://queue',
  })
  t.same(chooseBackend({ databaseUrl }), { kind: 'postgresql', url: databaseUrl })
  t.same(chooseBackend({ redisUrl: undefined, databaseUrl }).kind, 'postgresql')
})

t.test('every kind is a valid name for a queue', async t => {
  // BullMQ refuses names and ids with a colon, and ids of digits only.
  for (const kind of kindNames) t.match(kind, /^[a-z]+$/)
})

t.test('an outage is logged once in half a minute, however many attempts fail', async t => {
  const { logger, lines } = collectLines()
  let now = 0
  const report = logOutages(logger, 'push', () => now)
  for (const at of [0, 1, 29_999]) {
    now = at
    report(new Error('refused'))
  }
  const details = { queue: 'push', err: { message: 'refused' } }
  t.match(lines, [{ level: 'warn', text: 'queue connection failed', details }])
  t.equal(lines.length, 1)
  now = 30_000
  report(new Error('refused'))
  t.equal(lines.length, 2)
})
