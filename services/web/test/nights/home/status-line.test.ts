import type { JobStatus } from '@night-routine/database/jobs'
import { wordingFor, type KeysBelow } from '@night-routine/wording'
import t from 'tap'
import { statusLine, type StatusFacts } from '../../../src/nights/home/status-line.ts'
import { connected, now } from '../../demo-household.ts'
import { providers } from '../../providers.ts'

const done: JobStatus = {
  kind: 'push',
  requestNumber: 3n,
  doneNumber: 3n,
  attempts: 0,
  lastError: null,
  nextAttemptAt: null,
  doneAt: now.subtract({ minutes: 2 }),
  running: false,
}

const failure = (code: string) => ({ code, facts: { detail: '403 forbidden' } })

const line = (jobs: Partial<JobStatus> | null, more: Partial<StatusFacts> = {}) =>
  statusLine({
    connection: connected,
    calendarName: 'Family',
    jobs: jobs ? [{ ...done, ...jobs }] : [],
    disconnecting: false,
    publish: false,
    progress: null,
    clock: null,
    lacksNights: false,
    live: false,
    now,
    timeZone: 'Europe/Paris',
    wording: wordingFor('en', providers),
    ...more,
  })

t.test('while somebody disconnects, nothing else matters', async t => {
  const broken = {
    connection: { state: 'broken' },
    calendarName: null,
    disconnecting: true,
  } as const
  t.same(line({ lastError: failure('calendarError.timeout') }, broken), {
    tone: 'working',
    text: 'Google Calendar is being disconnected.',
  })
})

t.test('a clock that cannot be right comes before all else', async t => {
  const seen = now.add({ hours: 48 })
  t.same(line({}, { disconnecting: true, clock: { kind: 'behind', now, seen } }), {
    tone: 'trouble',
    text: 'The clock of our computer is wrong. We’ll go on as soon as it’s right.',
  })
})

t.test('a calendar that lacks a night is not up to date', async t => {
  t.same(line({}, { lacksNights: true }), { tone: 'working', text: 'Updating “Family”…' })
})

t.test('shows the most basic problem first', async t => {
  const failing = { lastError: failure('calendarError.timeout') }
  const absent = line(failing, { connection: { state: 'absent' }, calendarName: null })
  const broken = line(failing, { connection: { state: 'broken' }, calendarName: null })
  t.match(absent.text, 'No Google account is connected')
  t.match(broken.text, 'until someone reconnects Google')
  t.match(line(failing, { calendarName: null }).text, 'No calendar is selected')
  t.match(line(failing).text, 'Google took too long')
  t.same(
    [absent, broken, line(failing)].map(({ tone }) => tone),
    ['trouble', 'trouble', 'trouble'],
  )
})

t.test('a failure shows the next try in the household’s time', async t => {
  const tried = (minutes: number) =>
    line({ lastError: failure('calendarError.timeout'), nextAttemptAt: now.add({ minutes }) }).text
  t.equal(tried(4), 'Google took too long to answer. Next try at 20:04.')
  t.equal(tried(300), 'Google took too long to answer. Next try at 01:00 on Saturday 21 November.')
  t.equal(tried(-1), 'Google took too long to answer.', 'due now: no time to name')
  t.equal(
    line({ lastError: failure('calendarError.timeout') }).text,
    'Google took too long to answer.',
  )
})

t.test('each failure of a calendar is a sentence', async t => {
  const sentences: Record<KeysBelow<'calendarError'>, string> = {
    'event-exists': 'The event is already in the calendar.',
    'event-stale': 'The event has changed in the calendar in the meantime.',
    'event-gone': 'The event is no longer in the calendar.',
    'sync-token-expired':
      'Google has forgotten how far we read the calendar, so we’ll read it all again.',
    'rate-limited': 'Google asks us to slow down.',
    'usage-limit': 'Google won’t let this account change its calendar for a few hours.',
    unavailable: 'Google isn’t responding. We’ll keep trying.',
    timeout: 'Google took too long to answer.',
    unauthorized: 'Google asks you to reconnect the calendar.',
    'scope-missing': 'A permission for the calendar is missing. Reconnect and tick every box.',
    'calendar-gone': 'The selected calendar is gone, or is no longer shared with this account.',
    forbidden: 'This account can’t change the selected calendar.',
    'night-refused': 'Google won’t let us change the event of a night.',
    'night-failed': 'Google couldn’t save the event of a night. We’ll keep trying.',
    'not-a-calendar-user':
      'This Google account has no calendar yet. Open calendar.google.com with it once.',
    'api-disabled':
      'The Google Calendar API isn’t switched on in this installation’s Google project.',
    'client-refused': 'Google doesn’t accept this installation’s client ID and secret.',
    'request-refused': 'Google didn’t understand the request.',
    'not-a-calendar-server':
      'We can’t find a calendar server at the address in this installation’s settings.',
    'certificate-refused':
      'The calendar server’s certificate isn’t valid, so we won’t send it the password.',
  }
  for (const [reason, text] of Object.entries(sentences))
    t.same(line({ lastError: failure(`calendarError.${reason}`) }), { tone: 'trouble', text })
})

t.test('nothing is up to date while publishing fails', async t => {
  const why = wordingFor('en', providers).say('publishFailure.host-not-allowed')
  const failing = {
    ...done,
    kind: 'publish',
    requestNumber: 4n,
    lastError: failure('publishFailure.host-not-allowed'),
    nextAttemptAt: now.add({ minutes: 4 }),
  } as const
  const said = (publish: boolean, wording = wordingFor('en', providers)) =>
    line(null, { jobs: [done, failing], publish, wording })
  t.same(said(true), {
    tone: 'trouble',
    text: `The published site isn’t up to date yet. ${why} Next try at 20:04.`,
  })
  t.match(
    said(true, wordingFor('fr', providers)).text,
    wordingFor('fr', providers).say('publishFailure.host-not-allowed'),
  )
  t.match(said(false).text, 'is up to date', 'publishing is off')
})

t.test('nothing is up to date while the calendar cannot be read', async t => {
  const pull = {
    ...done,
    kind: 'pull',
    lastError: failure('calendarError.timeout'),
    nextAttemptAt: now.add({ minutes: 4 }),
  } as const
  t.same(line(null, { jobs: [done, pull] }), {
    tone: 'trouble',
    text: 'Google took too long to answer. Next try at 20:04.',
  })
})

t.test('shows a failed plan too', async t => {
  const failed = { kind: 'plan', lastError: failure('status.busy') } as const
  t.match(line(failed).text, 'Someone else is changing the plan right now.')
})

const failed = (code: string, language: string) =>
  line({ lastError: failure(code) }, { wording: wordingFor(language, providers) }).text

t.test('a failure is said in the reader’s language, and an unknown one in general', async t => {
  t.equal(
    failed('calendarError.timeout', 'fr'),
    wordingFor('fr', providers).say('calendarError.timeout'),
  )
  t.equal(failed('of another version', 'en'), 'Something went wrong. We’ll retry.')
})

t.test('pending work shows progress', async t => {
  t.same(line({ requestNumber: 4n }), { tone: 'working', text: 'Updating “Family”…' })
  t.equal(line(null).tone, 'working', 'no request yet')
})

t.test('an update shows its progress', async t => {
  const night = Temporal.PlainDate.from('2026-11-21')
  const far = (pending: number, written: number) =>
    line(
      { requestNumber: 4n },
      { progress: { pending: Array.from({ length: pending }, () => night), written } },
    ).text
  t.equal(far(30, 0), 'Updating “Family”, 0 of 30.')
  t.equal(far(18, 12), 'Updating “Family”, 12 of 30.')
  t.equal(far(0, 30), 'Updating “Family”…', 'it looks once more')
})

const said = (minutes: number) => line({ doneAt: now.subtract({ minutes }) }).text

t.test('up to date shows since when', async t => {
  t.equal(
    said(0),
    '“Family” is up to date, checked just now. We check it for your changes every 2 minutes.',
  )
  t.equal(
    said(1),
    '“Family” is up to date, checked 1 minute ago. We check it for your changes every 2 minutes.',
  )
  t.equal(
    said(59),
    '“Family” is up to date, checked 59 minutes ago. We check it for your changes every 2 minutes.',
  )
  t.equal(
    said(61),
    '“Family” is up to date, checked 1 hour ago. We check it for your changes every 2 minutes.',
  )
  t.equal(
    said(60 * 47),
    '“Family” is up to date, checked 47 hours ago. We check it for your changes every 2 minutes.',
  )
  t.equal(
    said(60 * 72),
    '“Family” is up to date, checked 3 days ago. We check it for your changes every 2 minutes.',
  )
})

t.test('looking for changes counts as a check', async t => {
  const written = { ...done, doneAt: now.subtract({ hours: 72 }) }
  const checked = (minutes: number) =>
    line(null, {
      jobs: [{ ...done, kind: 'pull', doneAt: now.subtract({ minutes }) }, written],
    }).text
  t.match(checked(1), 'checked 1 minute ago.')
  t.match(checked(60 * 96), 'checked 3 days ago.', 'the later of both')
})

t.test('with a live channel, changes in the calendar are seen at once', async t => {
  t.match(line({}, { live: true }).text, 'show up here right away.')
  t.match(line({}).text, 'every 2 minutes.')
})
