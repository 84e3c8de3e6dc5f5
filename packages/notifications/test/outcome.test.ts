import t from 'tap'
import { mailOutcome, pushOutcome, retrySeconds } from '../src/outcome.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

const kinds = (statuses: number[]) =>
  statuses.map(status => pushOutcome(status, undefined, now).kind)

const failure = (facts: object) => mailOutcome(Object.assign(new Error('x'), facts))

t.test('classifies the answers of push services', async t => {
  t.same(new Set(kinds([200, 201, 202, 204])), new Set(['sent']))
  t.same(new Set(kinds([404, 410])), new Set(['gone']))
  t.same(new Set(kinds([429, 500, 502, 503])), new Set(['retry']))
  t.same(new Set(kinds([301, 307, 400, 401, 403, 413])), new Set(['give-up']))
})

t.test('reads Retry-After in seconds and as a date, a day at most', async t => {
  for (const [text, afterSeconds] of [
    ['120', 120],
    ['Fri, 20 Nov 2026 18:05:00 GMT', 300],
    ['Fri, 20 Nov 2026 17:00:00 GMT', 0],
    ['999999999', 86_400],
    ['soon', null],
    [undefined, null],
  ] as const)
    t.same(
      pushOutcome(429, text, now),
      { kind: 'retry', code: 'push-429', afterSeconds },
      String(text),
    )
})

t.test('waits longer with each attempt, and as long as the server asked', async t => {
  t.same(
    [1, 2, 3, 7, 8, 50].map(attempts => retrySeconds(attempts, null)),
    [30, 60, 120, 1_920, 3_600, 3_600],
  )
  t.equal(retrySeconds(1, 600), 600)
  t.equal(retrySeconds(8, 600), 3_600)
})

t.test('gives an e-mail up only if its server refuses it for good', async t => {
  for (const [facts, kind, code] of [
    [{ code: 'EENVELOPE', responseCode: 550, permanent: true }, 'give-up', 'smtp-550'],
    [{ code: 'EENVELOPE', responseCode: 451, permanent: false }, 'retry', 'smtp-451'],
    [{ code: 'EENVELOPE' }, 'give-up', 'smtp-address'],
    [{ code: 'EAUTH', responseCode: 535, permanent: true }, 'retry', 'smtp-auth'],
    [{ code: 'ETLS', responseCode: 502, permanent: true }, 'retry', 'smtp-tls'],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'retry', 'smtp-tls'],
    [{ code: 'ETIMEDOUT' }, 'retry', 'smtp-timeout'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'retry', 'smtp-unreachable'],
    [{}, 'retry', 'smtp-unreachable'],
  ] as const)
    t.match(failure(facts), { kind, code }, code)
  t.match(mailOutcome('a text'), { kind: 'retry' })
})
