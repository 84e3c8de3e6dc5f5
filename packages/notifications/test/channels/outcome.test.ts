import t from 'tap'
import { mailOutcome } from '../../src/channels/email/mail-outcome.ts'
import type { Answer } from '../../src/channels/guarded-post.ts'
import { retrySeconds } from '../../src/channels/outcome.ts'
import { pushOutcome } from '../../src/channels/push/push-outcome.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

const answered = ({ host = 'push.example.org', ...answer }: Partial<Answer> & { host?: string }) =>
  pushOutcome({ host, answer: { status: 201, retryAfter: undefined, said: '', ...answer } }, now)
const kinds = (statuses: number[]) => statuses.map(status => answered({ status }).kind)

const failure = (facts: object) => mailOutcome(Object.assign(new Error('x'), facts))

const ours = (status: number) => ({ kind: 'give-up', code: `push-${status}` })

t.test('classifies the answers of push services', async t => {
  t.same(new Set(kinds([200, 201, 202, 204])), new Set(['sent']))
  t.same(new Set(kinds([404, 410])), new Set(['gone']))
  t.same(new Set(kinds([406, 429, 500, 502, 503])), new Set(['retry']))
  t.same(new Set(kinds([100, 300, 301, 307, 400, 401, 403, 413])), new Set(['give-up']))
})

t.test('a code that SMTP does not have is ignored', async t => {
  for (const [responseCode, code] of [
    [199, 'smtp-unreachable'],
    [200, 'smtp-200'],
    [599, 'smtp-599'],
    [600, 'smtp-unreachable'],
  ] as const)
    t.match(failure({ responseCode }), { code })
})

t.test('names the service in the code of a failure', async t => {
  t.same(answered({ status: 404 }), { kind: 'gone', code: 'push-404' })
  const answer = 'timeout'
  const outcome = { kind: 'retry', code: 'push-timeout', afterSeconds: null }
  t.same(pushOutcome({ host: 'push.example.org', answer }, now), outcome)
})

t.test('a subscription made with another key ends, as its vendor says so', async t => {
  const fcm = 'fcm.googleapis.com'
  const mozilla = 'updates.push.services.mozilla.com'
  const apple = 'web.push.apple.com'
  const microsoft = 'wns2-par02p.notify.windows.com'
  const mismatch = { kind: 'gone', code: 'push-key-mismatch' }
  for (const [host, status, said, outcome] of [
    [fcm, 403, 'the VAPID credentials … do not correspond to the credentials used', mismatch],
    [fcm, 403, '', mismatch],
    [fcm, 401, 'the key in the authorization header …', ours(401)],
    [fcm, 400, '<title>UnauthorizedRegistration</title>', ours(400)],
    [mozilla, 401, '{"errno":109,"message":"VAPID public key mismatch"}', mismatch],
    [mozilla, 401, '{"errno":109,"message":"Request did not validate: Auth expired"}', ours(401)],
    [mozilla, 403, '{"message":"VAPID public key mismatch"}', ours(403)],
    [apple, 400, '{"reason":"VapidPkHashMismatch"}', mismatch],
    [apple, 403, '{"reason":"VapidPkHashMismatch"}', mismatch],
    [apple, 403, '{"reason":"BadJwtToken"}', ours(403)],
    [apple, 413, 'VapidPkHashMismatch', ours(413)],
    [microsoft, 403, '', mismatch],
    [microsoft, 401, '', ours(401)],
    ['push.example.org', 403, 'VapidPkHashMismatch: public key mismatch', ours(403)],
    ['fcm.googleapis.com.example.org', 403, '', ours(403)],
    [`${mozilla}.example.org`, 401, 'public key mismatch', ours(401)],
    [`${apple}.example.org`, 403, 'VapidPkHashMismatch', ours(403)],
    [`${microsoft}.example.org`, 403, '', ours(403)],
    ['notmozilla.com', 401, 'public key mismatch', ours(401)],
  ] as const)
    t.same(answered({ host, status, said }), outcome, `${host} ${status} ${said}`)
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
      answered({ status: 429, retryAfter: text }),
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

t.test('reads from the answer why a sign-in can never work', async t => {
  for (const [response, code] of [
    ['535 5.7.139 Authentication unsuccessful, the user credentials were incorrect.', 'smtp-auth'],
    [
      '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.',
      'smtp-no-passwords',
    ],
    [
      '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
      'smtp-no-passwords',
    ],
    [
      '550 5.7.30 Basic authentication is not supported for Client Submission.',
      'smtp-no-passwords',
    ],
    ['534-5.7.9 Application-specific password required.', 'smtp-app-password'],
  ] as const)
    t.match(failure({ code: 'EAUTH', response }), { kind: 'retry', code }, response)
})

t.test('gives an e-mail up only if its server refuses it for good', async t => {
  for (const [facts, kind, code] of [
    [{ code: 'EENVELOPE', responseCode: 550, permanent: true }, 'give-up', 'smtp-550'],
    [{ code: 'EENVELOPE', responseCode: 451, permanent: false }, 'retry', 'smtp-451'],
    [{ code: 'EENVELOPE', responseCode: 452 }, 'retry', 'smtp-452'],
    [{ code: 'EENVELOPE' }, 'give-up', 'smtp-address'],
    [{ code: 'EMESSAGE' }, 'give-up', 'smtp-address'],
    [{ code: 'EAUTH', responseCode: 535, permanent: true }, 'retry', 'smtp-auth'],
    [{ code: 'ETLS', responseCode: 502, permanent: true }, 'retry', 'smtp-tls'],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'retry', 'smtp-tls'],
    [{ code: 'ETIMEDOUT' }, 'retry', 'smtp-timeout'],
    [{ code: 'EABORT' }, 'retry', 'smtp-timeout'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'retry', 'smtp-unreachable'],
    [{}, 'retry', 'smtp-unreachable'],
  ] as const)
    t.match(failure(facts), { kind, code }, code)
  t.match(mailOutcome('a text'), { kind: 'retry' })
})
