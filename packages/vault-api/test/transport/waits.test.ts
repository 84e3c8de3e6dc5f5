import t from 'tap'
import { RateLimited, Refused, Unavailable, Unreachable } from '../../src/index.ts'
import { limitsFor, usualTimeLimits } from '../../src/transport/send-once.ts'
import { usualPatience, waitBeforeRepeat } from '../../src/transport/send.ts'

const down = new Unavailable('x', { temporary: true, status: 503 })
const first = { attempt: 1, repeat: undefined, patience: usualPatience, chance: 1 } as const

const says = (retryAfterMs: number) => new RateLimited('x', { temporary: true, retryAfterMs })

t.test('delays double up to the longest, with at most half as jitter', async t => {
  const waits = [1, 2, 3].map(attempt => waitBeforeRepeat(down, { ...first, attempt }))
  t.same(waits, [500, 1_000, 2_000])
  t.equal(waitBeforeRepeat(down, { ...first, chance: 0 }), 250)
  const patience = { attempts: 100, firstWaitMs: 500, longestWaitMs: 60_000 }
  t.equal(waitBeforeRepeat(down, { ...first, patience, attempt: 50 }), 60_000)
})

t.test('does not retry a permanent failure, or after the last attempt', async t => {
  t.equal(waitBeforeRepeat(new Refused('x'), first), null)
  t.equal(waitBeforeRepeat(down, { ...first, attempt: 4 }), null)
})

t.test('retries a request that must not arrive twice only if it cannot have arrived', async t => {
  const once = { ...first, repeat: 'unsent' } as const
  t.equal(waitBeforeRepeat(down, once), null)
  const lost = new Unreachable('x', { temporary: true, endpoint: '/user/signin' })
  t.equal(waitBeforeRepeat(lost, once), null)
  t.equal(waitBeforeRepeat(new Unreachable('x', { temporary: true, sent: false }), once), 500)
  t.equal(waitBeforeRepeat(new RateLimited('x', { temporary: true }), once), 500)
})

t.test('waits as long as the host says, and gives up if that is too long', async t => {
  t.equal(waitBeforeRepeat(says(7_000), first), 7_000)
  t.equal(waitBeforeRepeat(says(0), first), 500)
  t.equal(waitBeforeRepeat(says(60_001), first), null)
})

t.test('the time limit of a request grows with its size, that for silence does not', async t => {
  t.equal(limitsFor(0, usualTimeLimits).request, 60_000)
  t.equal(limitsFor(50 * 1024 * 1024, usualTimeLimits).request, 60_000 + 800_000)
  t.equal(limitsFor(50 * 1024 * 1024, usualTimeLimits).socket, 30_000)
})
