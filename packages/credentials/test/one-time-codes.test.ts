import { TOTP, URI } from 'otpauth'
import t from 'tap'
import { newOneTimeSecret, stepOfCode } from '../src/one-time-codes.ts'

t.test('an authenticator app shows the codes that are accepted', async t => {
  const { secret, url } = newOneTimeSecret('Night Routine', 'alex@example.com')
  const app = URI.parse(url)
  if (!(app instanceof TOTP)) throw new Error('not time-based')
  t.same(
    [app.issuer, app.label, app.digits, app.period],
    ['Night Routine', 'alex@example.com', 6, 30],
  )
  t.equal(app.secret.bytes.length, 20)
  t.equal(app.secret.base32, secret)
  t.not(newOneTimeSecret('Night Routine', 'alex@example.com').secret, secret)
  const now = Temporal.Instant.from('2026-11-20T12:00:10Z')
  t.ok(stepOfCode(secret, app.generate({ timestamp: now.epochMilliseconds }), now))
})

t.test('accepts the examples of RFC 6238, in any spelling, one step early or late', async t => {
  // Its secret is the text 12345678901234567890; its codes have eight digits, of which ours are the last six.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const stepAt = (seconds: number, code: string) =>
    stepOfCode(secret, code, Temporal.Instant.fromEpochMilliseconds(seconds * 1000))
  for (const [seconds, code, step] of [
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [59, ' 287 082\n', 1],
    [59, '287-082', 1],
    [60, '287082', 1],
    [89.999, '287082', 1],
    [0, '287082', 1],
    [90, '287082', undefined],
    [1_111_111_139, '081804', 37_037_036],
    [1_111_111_140, '081804', undefined],
    [59, '287083', undefined],
    [59, '28708', undefined],
    [59, '2870820', undefined],
    [59, 'x287082', undefined],
    [59, '287082x', undefined],
    [59, '', undefined],
    [59, '２８７０８２', undefined],
  ] as const)
    t.equal(stepAt(seconds, code), step, `${code} at ${seconds}`)
})
