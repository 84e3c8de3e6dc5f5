import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startPageEvents, type PageEventsOptions } from '../../../src/nights/home/pulse.ts'

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

const everyMs = 20

function start(t: Test, more: Partial<PageEventsOptions> = {}) {
  const reads: (readonly string[])[] = []
  const failures: unknown[] = []
  const state = { revision: 'r1', sessions: ['alex', 'robin'] }
  const timer = manualTimer()
  const pulse = startPageEvents({
    readPulse: async hashes => {
      reads.push(hashes)
      return { ...state }
    },
    onFailure: error => failures.push(error),
    everyMs,
    timer,
    ...more,
  })
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

t.test('a page gets the current revision, and then only changes', async t => {
  const { state, listen, pass } = start(t)
  const { heard } = listen()
  await pass(60)
  t.same(heard, ['retry: 3000\n\n', update('r1')])
  state.revision = 'r2'
  await pass(40)
  t.same(heard.slice(2), [update('r2')])
})

t.test('reads once for all pages, and not without listeners', async t => {
  const { reads, listen, pass } = start(t)
  await pass(60)
  t.equal(reads.length, 0)
  const listeners = Array.from({ length: 20 }, (_, index) => listen(index % 2 ? 'alex' : 'robin'))
  await pass(100)
  t.equal(reads.length, 6, 'at once, and after each 20 ms')
  t.same(reads.at(-1)?.toSorted(), ['alex', 'robin'])
  for (const { stream } of listeners) stream.destroy()
  await pass(100)
  t.equal(reads.length, 6)
})

t.test('the end of a session ends its streams, and no others', async t => {
  const { state, listen, pass } = start(t)
  const [alex, robin] = [listen('alex'), listen('robin')]
  await pass(40)
  state.sessions = ['robin']
  await pass(20)
  await alex.ended
  t.equal(robin.stream.destroyed, false)
})

t.test('a stream that opens during a read waits for the next one', async t => {
  const first = Promise.withResolvers<void>()
  const { listen, pass } = start(t, {
    readPulse: async sessions => {
      await first.promise
      return { revision: 'r1', sessions: [...sessions] }
    },
  })
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

t.test('a silent stream has a heartbeat and a maximum lifetime', async t => {
  const { listen, pass } = start(t, { heartbeatMs: 30, lifeMs: 150 })
  const { heard, ended } = listen()
  await pass(140)
  t.equal(heard.filter(text => text === ': \n\n').length, 3, 'after 40, 80 and 120 ms')
  await pass(20)
  await ended
})

t.test('streams stay open while the database is down', async t => {
  let away = true
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

t.test('limits the number of streams; closing ends them all', async t => {
  const { pulse, listen } = start(t, { mostPages: 2 })
  const both = [listen(), listen()]
  t.equal(pulse.listen({ tokenHash: 'alex' }), null)
  await pulse.close()
  await Promise.all(both.map(({ ended }) => ended))
  t.equal(pulse.listen({ tokenHash: 'alex' }), null)
})

t.test('drops a page that does not read', async t => {
  let revision = 0
  const { pulse, pass } = start(t, {
    readPulse: async () => ({ revision: `${'x'.repeat(10_000)}${++revision}`, sessions: ['alex'] }),
  })
  const stream = pulse.listen({ tokenHash: 'alex' })
  await pass(600)
  t.ok(stream?.destroyed)
  t.ok(revision < 30, `${revision} messages were kept`)
})
