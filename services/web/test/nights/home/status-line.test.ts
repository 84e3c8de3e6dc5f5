import type { JobStatus } from '@night-routine/database/jobs'
import { wordingFor } from '@night-routine/wording'
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
const late = { lastError: failure('calendarError.timeout') }

const line = (jobs: Partial<JobStatus>[], more: Partial<StatusFacts> = {}) => {
  const { tone, text } = statusLine({
    connection: connected,
    calendarName: 'Family',
    jobs: jobs.map(job => ({ ...done, ...job })),
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
  return `${tone}: ${text}`
}

t.test('shows the most basic problem first', async t => {
  const absent = { connection: { state: 'absent' }, calendarName: null } as const
  const broken = { connection: { state: 'broken' }, calendarName: null } as const
  const clock = { kind: 'behind', now, seen: now.add({ hours: 48 }) } as const
  const tooLate = 'trouble: Google took too long to answer.'
  const at = (minutes: number) => ({ ...late, nextAttemptAt: now.add({ minutes }) })
  const night = Temporal.PlainDate.from('2026-11-21')
  const far = (pending: number, written: number) => ({
    progress: { pending: Array.from({ length: pending }, () => night), written },
  })
  const publish = {
    kind: 'publish',
    lastError: failure('publishFailure.host-not-allowed'),
  } as const
  const rows: [jobs: Partial<JobStatus>[], more: Partial<StatusFacts>, text: string | RegExp][] = [
    [
      [{}],
      { disconnecting: true, clock },
      'trouble: The clock of our computer is wrong. We’ll go on as soon as it’s right.',
    ],
    [[late], { ...broken, disconnecting: true }, 'working: Google Calendar is being disconnected.'],
    [[late], absent, /^trouble: No Google account is connected/],
    [[late], broken, /^trouble: .*until someone reconnects Google/],
    [[late], { calendarName: null }, /^trouble: No calendar is selected/],
    [[late], {}, tooLate],
    [[at(4)], {}, `${tooLate} Next try at 20:04.`],
    [[at(300)], {}, `${tooLate} Next try at 01:00 on Saturday 21 November.`],
    [[at(-1)], {}, tooLate],
    [[{}, { kind: 'pull', ...at(4) }], {}, `${tooLate} Next try at 20:04.`],
    [[{}, publish], { publish: true }, /^trouble: The published site isn’t up to date yet\. /],
    [[{}, publish], {}, /is up to date/],
    [
      [{ kind: 'plan', lastError: failure('status.busy') }],
      {},
      /Someone else is changing the plan/,
    ],
    [[{ lastError: failure('of another version') }], {}, /Something went wrong\. We’ll retry\./],
    [[late], { wording: wordingFor('fr', providers) }, /^trouble: Google a mis/],
    [[{}], { lacksNights: true }, 'working: Updating “Family”…'],
    [[{ requestNumber: 4n }], {}, 'working: Updating “Family”…'],
    [[], {}, /^working: /],
    [[{ requestNumber: 4n }], far(18, 12), 'working: Updating “Family”, 12 of 30.'],
    [[{ requestNumber: 4n }], far(0, 30), 'working: Updating “Family”…'],
    [[{}], { live: true }, /show up here right away\.$/],
  ]
  for (const [jobs, more, text] of rows) t.match(line(jobs, more), text)
})

t.test('up to date shows since when, and the later of both checks counts', async t => {
  for (const [minutes, ago] of [
    [0, 'just now'],
    [1, '1 minute ago'],
    [59, '59 minutes ago'],
    [61, '1 hour ago'],
    [60 * 47, '47 hours ago'],
    [60 * 72, '3 days ago'],
  ] as const) {
    const doneAt = now.subtract({ minutes })
    const rest = 'We check it for your changes every 2 minutes.'
    t.match(line([{ doneAt }]), `“Family” is up to date, checked ${ago}. ${rest}`)
    const older = { doneAt: now.subtract({ hours: 96 }) }
    t.match(line([{ kind: 'pull', doneAt }, older]), `checked ${ago}.`)
  }
})
