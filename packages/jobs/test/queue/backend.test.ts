import t from 'tap'
import { chooseBackend, checkBackend } from '../../src/index.ts'
import { kindNames } from '../../src/kinds.ts'
import { logOutages } from '../../src/queue/backend.ts'
import { collectLines } from './log-lines.ts'

t.test('uses Redis if its address is set, otherwise calls within this process', async t => {
  t.same(chooseBackend('redis://queue'), { kind: 'redis', url: 'redis://queue' })
  t.match(chooseBackend('process:'), { kind: 'process' })
  t.match(chooseBackend(undefined), { kind: 'process' })
})

t.test('says at the start that wake-ups between processes need REDIS_URL', async t => {
  const { logger, lines } = collectLines()
  await checkBackend(chooseBackend('process:'), logger)
  t.same(lines, [], 'one process needs none')
  await checkBackend(chooseBackend(undefined), logger)
  t.match(lines, [{ level: 'warn', text: /between processes need REDIS_URL/ }])
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
