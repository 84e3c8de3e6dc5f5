import type { JobStatus } from '@night-routine/database/jobs'
import t from 'tap'
import { report } from '../../src/doctor/diagnose.ts'
import {
  judgeMembers,
  judgeCertificate,
  judgeClock,
  judgeMessages,
  judgeWebhook,
  judgeWork,
} from '../../src/doctor/judge.ts'

t.test('judges clocks', async t => {
  for (const [seconds, state] of [
    [0, 'ok'],
    [5.4, 'ok'],
    [-5.4, 'ok'],
    [6, 'problem'],
    [-3_600, 'problem'],
  ] as const)
    t.equal(judgeClock('the database', seconds).state, state, `${seconds}`)
  t.match(judgeClock('the database', 60).text, '60 s behind the database')
  t.match(judgeClock('the database', -60).text, '60 s ahead of the database')
})

t.test('says what to do about messages that have not arrived', async t => {
  for (const [channel, error, fix] of [
    ['push', 'push-401', /refuses our signature: check the clock/],
    ['push', 'push-403', /refuses our signature/],
    ['push', 'push-key-mismatch', /turns the device on again/],
    ['push', 'push-400', /^docs\/notifications\.md/],
    ['email', 'smtp-auth', /^Check SMTP_URL/],
    ['email', 'smtp-no-passwords', /^Microsoft no longer takes passwords/],
    ['email', 'smtp-app-password', /app password/],
    ['email', 'smtp-tls', /^Check SMTP_URL/],
    ['email', 'smtp-unreachable', /^Check SMTP_URL/],
    ['email', 'smtp-timeout', /^Check SMTP_URL/],
    ['email', 'smtp-550', /^docs\/notifications\.md/],
  ] as const)
    t.match(judgeMessages({ channel, error, count: 1 }), { state: 'notice', fix }, error)
  const { text } = judgeMessages({ channel: 'email', error: 'smtp-550', count: 1 })
  t.equal(text, '1 message by email of the last week has not arrived: smtp-550.')
})

t.test('judges the accounts of the installation', async t => {
  const [alex, robin, kim] = ['alex@example.com', 'robin@example.com', 'kim@example.com'] as const
  for (const [accounts, household, state, text] of [
    [[], [], 'notice', 'No one has an account here yet.'],
    [[], [alex], 'notice', 'No one has an account here yet.'],
    [[alex], [alex], 'ok', '1 person has an account here.'],
    [[alex, robin], [robin], 'ok', '2 people have an account here.'],
    [
      [alex],
      [alex, robin],
      'notice',
      '1 person has an account here, and 1 of the household has none.',
    ],
    [
      [alex],
      [robin, kim],
      'notice',
      '1 person has an account here, and 2 of the household have none.',
    ],
  ] as const)
    t.match(judgeMembers(accounts, household), { state, text })
})

t.test('judges certificates', async t => {
  for (const [days, state] of [
    [89, 'ok'],
    [14, 'ok'],
    [13.9, 'notice'],
    [0.2, 'notice'],
    [0, 'problem'],
    [-2, 'problem'],
  ] as const)
    t.equal(judgeCertificate('routine.example.org', days).state, state, `${days}`)
})

t.test('judges the webhook address', async t => {
  const address = 'https://routine.example.org/api/webhook/calendar'
  const ours = '{"error":"The header channel-id is missing.","field":"channel-id"}'
  t.equal(judgeWebhook(address, 400, ours).state, 'ok')
  t.equal(judgeWebhook(address, 400, 'Bad Request').state, 'problem')
  t.equal(judgeWebhook(address, 404, ours).state, 'problem')
  t.equal(judgeWebhook(address, 200, '<html>').state, 'problem')
})

t.test('judges jobs', async t => {
  const work: JobStatus = {
    kind: 'push',
    requestNumber: 3n,
    doneNumber: 3n,
    attempts: 0,
    lastError: null,
    nextAttemptAt: null,
    doneAt: null,
    running: false,
  }
  t.equal(judgeWork(work, 0).state, 'ok')
  t.equal(judgeWork({ ...work, requestNumber: 4n }, 60).state, 'ok', 'it was just requested')
  t.equal(judgeWork({ ...work, requestNumber: 4n }, 601).state, 'problem')
  const lastError = { code: 'calendarError.forbidden', facts: { detail: '403 forbidden' } }
  t.match(judgeWork({ ...work, attempts: 2, lastError }, 0), {
    state: 'problem',
    text: /failed 2 times: calendarError\.forbidden, 403 forbidden/,
  })
})

t.test('reports findings and counts them', async t => {
  t.equal(
    report([
      { state: 'ok', text: 'All is well.' },
      { state: 'problem', text: 'It is not.', fix: 'Fix it.' },
    ]),
    'ok       All is well.\nPROBLEM  It is not.\n         → Fix it.\n\n1 ok, 0 to know, 1 to fix',
  )
})

t.test('reports no character that moves a terminal’s cursor or breaks a line', async t => {
  const text = 'It said: \u001b[2Jbad\r\n\u202ecode\u2028\0'
  const [line, ...rest] = report([{ state: 'problem', text }]).split('\n')
  t.equal(line, 'PROBLEM  It said:  [2Jbad code ')
  t.same(rest, ['', '0 ok, 0 to know, 1 to fix'])
})
