import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startPageEvents, type PageEventsOptions } from '../../../src/nights/home/pulse.ts'

const everyMs = 20

/** A fake clock that the test advances. */
function manualTimer() {
  let now = 0
  let sleeping: { until: number; wake: () => void }[] = []
  return {
    now: () => now,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>(wake => {
        if (signal.aborted) wake()
        sleeping.push({ until: now + ms, wake })
        signal.addEventListener('abort', () => wake())
      }),
    /** Runs one tick after the other, each to completion. */
    pass: async (ms: number) => {
      for (const end = now + ms; ; now += everyMs) {
        // A stream emits its data a few ticks later.
        for (let turns = 0; turns < 3; turns += 1) await turn()
        if (now >= end) return
        const due = sleeping.filter(({ until }) => until <= now + everyMs)
        sleeping = sleeping.filter(one => !due.includes(one))
        for (const { wake } of due) queueMicrotask(wake)
      }
    },
  }
}

function start(t: Test, more: Partial<PageEventsOptions> = {}) {
  const reads: (readonly string[])[] = []
  const failures: unknown[] = []
  const state = { revision: 'r1', sessions: ['alex', 'robin'] }
  const timer = manualTimer()
  const readPulse = async (hashes: readonly string[]) => {
    reads.push(hashes)
    return { ...state }
  }
  const onFailure = (error: unknown) => failures.push(error)
  const pulse = startPageEvents({ readPulse, onFailure, everyMs, timer, ...more })
  t.teardown(() => pulse.close())
  function listen(tokenHash = 'alex') {
    const stream = pulse.listen({ tokenHash })
    if (stream === null) throw new Error('no stream')
    const heard: string[] = []
    stream.setEncoding('utf8').on('data', (text: string) => heard.push(text))
    const ended = new Promise<void>(resolve => stream.once('close', () => resolve()))
    return { stream, heard, ended }
  }
  return { pulse, reads, failures, state, listen, pass: timer.pass }
}

const update = (revision: string) => `data: {"revision":"${revision}"}\n\n`

t.test(
  'a page gets the current revision, and then only changes, until its session ends',
  async t => {
    const { state, reads, listen, pass } = start(t)
    await pass(60)
    t.equal(reads.length, 0, 'nothing is read without listeners')
    const [alex, robin, another] = [listen('alex'), listen('robin'), listen('robin')]
    await pass(60)
    t.equal(reads.length, 4, 'once for all pages: at once, and after each 20 ms')
    t.same(reads.at(-1)?.toSorted(), ['alex', 'robin'])
    t.same(alex.heard, ['retry: 3000\n\n', update('r1')])
    state.revision = 'r2'
    await pass(40)
    t.same(alex.heard.slice(2), [update('r2')])
    state.sessions = ['robin']
    await pass(20)
    await alex.ended
    t.equal(robin.stream.destroyed, false)
    for (const { stream } of [robin, another]) stream.destroy()
    const before = reads.length
    await pass(100)
    t.equal(reads.length, before)
  },
)

t.test('a stream that opens during a read waits for the next one', async t => {
  const first = Promise.withResolvers<void>()
  const readPulse = async (sessions: readonly string[]) => {
    await first.promise
    return { revision: 'r1', sessions: [...sessions] }
  }
  const { listen, pass } = start(t, { readPulse })
  const alex = listen('alex')
  await pass(20)
  const robin = listen('robin')
  first.resolve()
  await pass(20)
  t.match(alex.heard, [/retry/, update('r1')])
  t.equal(robin.stream.destroyed, false, 'its session was not asked for')
  await pass(20)
  t.match(robin.heard, [/retry/, update('r1')])
})

t.test('streams have a heartbeat and an end, and stay open while the database is down', async t => {
  let away = true
  const silent = start(t, { heartbeatMs: 30, lifeMs: 150 })
  const one = silent.listen()
  await silent.pass(140)
  t.equal(one.heard.filter(text => text === ': \n\n').length, 3, 'after 40, 80 and 120 ms')
  await silent.pass(20)
  await one.ended
  const { failures, listen, pass } = start(t, {
    readPulse: async () => {
      if (away) throw new Error('away')
      return { revision: 'r1', sessions: ['alex'] }
    },
  })
  const { heard } = listen()
  await pass(60)
  t.ok(failures.length > 0)
  t.notOk(heard.includes(update('r1')))
  away = false
  await pass(20)
  t.ok(heard.includes(update('r1')))
})

t.test('limits streams, drops a page that does not read, and closes them all', async t => {
  const { pulse, listen } = start(t, { mostPages: 2 })
  const both = [listen(), listen()]
  t.equal(pulse.listen({ tokenHash: 'alex' }), null)
  await pulse.close()
  await Promise.all(both.map(({ ended }) => ended))
  t.equal(pulse.listen({ tokenHash: 'alex' }), null)
  let revision = 0
  const slow = start(t, {
    readPulse: async () => ({ revision: `${'x'.repeat(10_000)}${++revision}`, sessions: ['alex'] }),
  })
  const stream = slow.pulse.listen({ tokenHash: 'alex' })
  await slow.pass(600)
  t.ok(stream?.destroyed)
  t.ok(revision < 30, `${revision} messages were kept`)
})
