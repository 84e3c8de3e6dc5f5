import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startPulse, type PulseOptions } from '../src/pulse.ts'

function start(t: Test, more: Partial<PulseOptions> = {}) {
  const reads: (readonly string[])[] = []
  const failures: unknown[] = []
  const state = { revision: 'r1', sessions: ['alex', 'robin'] }
  const pulse = startPulse({
    readPulse: async hashes => {
      reads.push(hashes)
      return { ...state }
    },
    onFailure: error => failures.push(error),
    everyMs: 20,
    ...more,
  })
  t.teardown(() => pulse.close())
  function listen(tokenHash = 'alex') {
    const stream = pulse.listen({ tokenHash })
    if (stream === null) throw new Error('nobody listens')
    const heard: string[] = []
    stream.setEncoding('utf8').on('data', (text: string) => heard.push(text))
    const ended = new Promise<void>(resolve => stream.once('close', () => resolve()))
    return { stream, heard, ended }
  }
  return { pulse, reads, failures, state, listen }
}

const news = (revision: string) => `data: {"revision":"${revision}"}\n\n`

t.test('a page is told where things stand, and then only what moved', async t => {
  const { state, listen } = start(t)
  const { heard } = listen()
  await sleep(70)
  t.same(heard, ['retry: 3000\n\n', news('r1')])
  state.revision = 'r2'
  await sleep(50)
  t.same(heard.slice(2), [news('r2')])
})

t.test('one read for all pages, and none while nobody listens', async t => {
  const { reads, listen } = start(t)
  await sleep(50)
  t.equal(reads.length, 0)
  const listeners = Array.from({ length: 20 }, (_, index) => listen(index % 2 ? 'alex' : 'robin'))
  await sleep(100)
  t.ok(reads.length >= 2 && reads.length <= 7, `${reads.length} reads in 100 ms`)
  t.same(reads.at(-1)?.toSorted(), ['alex', 'robin'])
  for (const { stream } of listeners) stream.destroy()
  await sleep(50)
  const before = reads.length
  await sleep(60)
  t.equal(reads.length, before)
})

t.test('the end of a session ends its streams, and no others', async t => {
  const { state, listen } = start(t)
  const [alex, robin] = [listen('alex'), listen('robin')]
  await sleep(40)
  state.sessions = ['robin']
  await alex.ended
  t.equal(robin.stream.destroyed, false)
})

t.test('a silent stream has a heartbeat, and ends after its life', async t => {
  const { listen } = start(t, { heartbeatMs: 30, lifeMs: 150 })
  const { heard, ended } = listen()
  await ended
  t.ok(heard.filter(text => text === ': \n\n').length >= 2)
})

t.test('while the database is away nobody is sent away', async t => {
  let away = true
  const { failures, listen } = start(t, {
    readPulse: async () => {
      if (away) throw new Error('away')
      return { revision: 'r1', sessions: ['alex'] }
    },
  })
  const { heard } = listen()
  await sleep(60)
  t.ok(failures.length > 0)
  t.notOk(heard.includes(news('r1')))
  away = false
  await sleep(60)
  t.ok(heard.includes(news('r1')))
})

t.test('there is an end to how many listen; closing ends them all', async t => {
  const { pulse, listen } = start(t, { mostPages: 2 })
  const both = [listen(), listen()]
  t.equal(pulse.listen({ tokenHash: 'alex' }), null)
  await pulse.close()
  await Promise.all(both.map(({ ended }) => ended))
  t.equal(pulse.listen({ tokenHash: 'alex' }), null)
})

t.test('whoever does not read is let go', async t => {
  let revision = 0
  const { pulse } = start(t, {
    everyMs: 1,
    readPulse: async () => ({ revision: `${'x'.repeat(10_000)}${++revision}`, sessions: ['alex'] }),
  })
  const stream = pulse.listen({ tokenHash: 'alex' })
  await new Promise<void>(resolve => stream?.once('close', () => resolve()))
  t.ok(revision < 30, `${revision} messages were kept`)
})
