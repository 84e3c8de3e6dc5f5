import * as fc from 'fast-check'
import t from 'tap'
import {
  judgeAnswer,
  retryAfterMs,
  type Question,
  type RawAnswer,
} from '../../src/answers/judge.ts'
import type { Kind, Subject } from '../../src/answers/kinds.ts'
import { VaultError } from '../../src/index.ts'

const usual = { base: 'main', path: '/api/any', subject: 'other', expects: [] } as const

function judge(
  answer: Partial<RawAnswer> & { body?: unknown },
  asked: Partial<Question['endpoint']> = {},
) {
  const { body, ...raw } = answer
  const text = body === undefined ? (raw.text ?? '') : JSON.stringify(body)
  const whole = { status: 200, retryAfter: undefined, ...raw, text }
  const question = { endpoint: { ...usual, ...asked }, secrets: ['s3cret-token'] }
  try {
    return { body: judgeAnswer(whole, question, 0) }
  } catch (error) {
    if (error instanceof VaultError) return { error }
    throw error
  }
}

function errorIn(judgement: ReturnType<typeof judge>): VaultError {
  if (judgement.error) return judgement.error
  throw new Error('expected an error, got a success')
}

function kindOf(...args: Parameters<typeof judge>): string {
  const judgement = judge(...args)
  return judgement.error ? judgement.error.name : 'success'
}

const html = '<html><body>nginx</body></html>'
const table: [status: number, body: unknown, subject: Subject, kind: Kind | 'success'][] = [
  [200, {}, 'other', 'success'],
  [201, { status: 'ok' }, 'upload', 'success'],
  [200, { status: 'ok', msg: 'stored' }, 'upload', 'success'],
  // Null says nothing.
  [200, { error: null }, 'other', 'success'],
  [200, { error: null, code: null, message: null, msg: null, status: 'ok' }, 'upload', 'success'],
  [200, { error: null, code: 'NOT_FOUND', message: 'x' }, 'other', 'NotFound'],
  [404, { error: null }, 'other', 'NotFound'],
  // Main API: 200 with `error`, with our code and without.
  [200, { error: 'No.', msg: 'No.', code: 'WRONG_CREDENTIALS' }, 'sign-in', 'WrongCredentials'],
  [200, { error: 'Please double check your email and password.' }, 'sign-in', 'WrongCredentials'],
  [200, { error: 'Please enter your 2FA code.' }, 'sign-in', 'MfaRequired'],
  [200, { error: '2FA code is incorrect.' }, 'sign-in', 'MfaInvalid'],
  [200, { error: 'Invalid 2FA code' }, 'sign-in', 'MfaInvalid'],
  [200, { error: 'x', code: 'MFA_REQUIRED' }, 'sign-in', 'MfaRequired'],
  [200, { error: 'x', code: 'MFA_INVALID' }, 'sign-in', 'MfaInvalid'],
  [200, { error: 'Not logged in' }, 'other', 'NotSignedIn'],
  [200, { error: 'Wrong vault key, please try again.' }, 'vault-access', 'WrongKey'],
  [200, { error: 'Invalid request: keyhash must be a string' }, 'vault-access', 'InvalidRequest'],
  [200, { error: 'The server is overloaded' }, 'other', 'Unavailable'],
  [200, { error: 'You have reached your site limit' }, 'site', 'QuotaExceeded'],
  [200, { error: 'You have reached your site limit' }, 'account', 'AccountFull'],
  [403, { error: 'x', code: 'LIMIT_REACHED' }, 'account', 'AccountFull'],
  [200, { error: '' }, 'other', 'Refused'],
  [200, { error: { message: 'Vault not found' } }, 'other', 'NotFound'],
  // Publish and sites: `code` with `message`, whatever the status.
  [200, { code: 'NOTFOUND', message: 'x' }, 'slug', 'NotFound'],
  [409, { code: 'SLUG_TAKEN', message: 'x' }, 'slug', 'SlugTaken'],
  [409, { error: 'Slug is in use' }, 'slug', 'SlugTaken'],
  [409, {}, 'slug', 'SlugTaken'],
  [422, { code: 'HASH_MISMATCH', message: 'x' }, 'upload', 'HashMismatch'],
  [400, { error: 'hash does not match' }, 'upload', 'HashMismatch'],
  [413, { code: 'TOO_LARGE', message: 'x' }, 'upload', 'TooLarge'],
  [413, { error: 'x' }, 'upload', 'TooLarge'],
  [507, { code: 'QUOTA_EXCEEDED', message: 'x' }, 'upload', 'QuotaExceeded'],
  [403, { code: 'QUOTA_EXCEEDED', message: 'x' }, 'upload', 'QuotaExceeded'],
  [403, { error: 'storage quota' }, 'upload', 'QuotaExceeded'],
  [200, { msg: 'Something odd' }, 'other', 'Refused'],
  // Statuses alone.
  [400, {}, 'other', 'InvalidRequest'],
  [401, {}, 'other', 'NotSignedIn'],
  [401, {}, 'sign-in', 'WrongCredentials'],
  [403, {}, 'other', 'NotAllowed'],
  [404, {}, 'other', 'NotFound'],
  [418, {}, 'other', 'Refused'],
  [429, { error: 'x' }, 'other', 'RateLimited'],
  [500, { error: 'x' }, 'upload', 'Unavailable'],
  [502, { error: 'upstream not found' }, 'other', 'Unavailable'],
  [302, {}, 'other', 'UnexpectedAnswer'],
  // Pages of something that stands before the host, and things that are no answers.
  [200, html, 'other', 'UnexpectedAnswer'],
  [404, html, 'other', 'UnexpectedAnswer'],
  [401, html, 'other', 'UnexpectedAnswer'],
  [413, html, 'upload', 'TooLarge'],
  [502, html, 'other', 'Unavailable'],
  [504, html, 'other', 'Unavailable'],
  [200, '', 'other', 'UnexpectedAnswer'],
  [200, 'null', 'other', 'UnexpectedAnswer'],
  [200, '"ok"', 'other', 'UnexpectedAnswer'],
  [200, '[]', 'other', 'UnexpectedAnswer'],
]
for (const [status, body, subject, kind] of table) {
  const shown = typeof body === 'string' ? body : JSON.stringify(body)
  t.test(`${status} ${shown} to ${subject} is ${kind}`, async t => {
    const answer = typeof body === 'string' ? { status, text: body } : { status, body }
    t.equal(kindOf(answer, { subject }), kind)
  })
}

t.test('a message is a refusal only where the expected fields are missing', async t => {
  t.equal(kindOf({ body: { msg: 'hello', token: 'x' } }, { expects: ['token'] }), 'success')
  t.equal(kindOf({ body: { msg: 'Not logged in' } }, { expects: ['token'] }), 'NotSignedIn')
})

t.test('accepts an array only where one is expected', async t => {
  t.equal(kindOf({ body: [] }, { arrayAllowed: true }), 'success')
  t.equal(kindOf({ body: [], status: 500 }, { arrayAllowed: true }), 'Unavailable')
})

t.test('an error has endpoint, status, code, message and wait', async t => {
  const body = { error: 'Busy.', code: 'UNAVAILABLE' }
  const judgement = judge({ status: 503, body, retryAfter: '7' })
  const error = errorIn(judgement)
  t.equal(error.message, 'The host cannot answer at present. “Busy.” (/api/any 503)')
  t.match(error, { endpoint: '/api/any', status: 503, code: 'UNAVAILABLE', retryAfterMs: 7_000 })
  t.ok(error.temporary)
})

t.test('quotes the first words of a page on one line, without control characters', async t => {
  const judgement = judge({ status: 200, text: `<html>\n\u001B[31m${'x'.repeat(10_000)}` })
  const { message } = errorIn(judgement)
  t.match(message, '<html> [31mxxx')
  t.ok(message.length < 400)
})

t.test('any response makes an error without a secret', async () => {
  const secret = 's3cret-token'
  const piece = fc.oneof(fc.constant(secret), fc.string(), fc.constantFrom('error', 'code', 'msg'))
  const body = fc.oneof(
    fc.dictionary(fc.constantFrom('error', 'code', 'message', 'msg', 'status'), piece),
    fc.json(),
    fc.array(piece).map(pieces => pieces.join(secret)),
  )
  const status = fc.oneof(
    fc.constantFrom(200, 400, 401, 404, 429, 503),
    fc.integer({ min: 200, max: 599 }),
  )
  fc.assert(
    fc.property(status, body, (code, what) => {
      const text = typeof what === 'string' ? what : JSON.stringify(what)
      const judgement = judge({ status: code, text })
      if (judgement.error)
        return !JSON.stringify([judgement.error.message, judgement.error]).includes(secret)
      return code < 300
    }),
  )
})

t.test('reads Retry-After in seconds, as a date, or not at all', async t => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  t.equal(retryAfterMs('3', now), 3_000)
  t.equal(retryAfterMs(' 0 ', now), 0)
  t.equal(retryAfterMs('Thu, 01 Jan 2026 00:00:10 GMT', now), 10_000)
  t.equal(retryAfterMs('Thu, 01 Jan 2015 00:00:10 GMT', now), 0)
  for (const nothing of [undefined, '', 'soon', '-']) t.equal(retryAfterMs(nothing, now), null)
})
