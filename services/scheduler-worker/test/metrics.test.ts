import { announceChannel, confirmChannel, readCalendar } from '@night-routine/database/calendar'
import { claimJob, finishJob, requestJob } from '@night-routine/database/jobs'
import type { ReadGauge } from '@night-routine/service'
import { assignment, sitter, storeNights } from '@night-routine/testing/database'
import t from 'tap'
import { workerMetrics } from '../src/metrics.ts'
import { planMetrics } from '../src/plan-metrics.ts'
import { selectedHousehold } from './household.ts'

const now = Temporal.Now.instant()

/** Each metric as "name{label} value", rounded. */
async function samplesOf(metrics: readonly ReadGauge[]): Promise<string[]> {
  const samples = await Promise.all(
    metrics.map(async ({ name, read }) =>
      (await read()).map(({ labels = {}, value }) => {
        const label = Object.values(labels).join()
        return `${name.replace('night_routine_', '')}${label && `{${label}}`} ${Math.round(value)}`
      }),
    ),
  )
  return samples.flat()
}

/** The value of one of the lines above. */
function valueOf(lines: readonly string[], name: string): number {
  return Number(lines.find(line => line.startsWith(`${name} `))?.slice(name.length))
}

t.test('metrics show the channel and the work from the database', async t => {
  const { db } = await selectedHousehold(t)
  t.match(await readCalendar(db), { calendarId: 'family' })
  const clock = { now: () => now }
  const metrics = workerMetrics(db, { address: 'https://routine.example.org', clock })
  t.same(await samplesOf(metrics), [
    'channel_state{live} 0',
    'channel_state{polling} 1',
    'channel_state{none} 0',
    'work_oldest_request_age_seconds{absences} 0',
    'work_oldest_request_age_seconds{channel} 0',
    'work_oldest_request_age_seconds{notify} 0',
    'work_oldest_request_age_seconds{plan} 0',
    'work_oldest_request_age_seconds{pull} 0',
    'work_oldest_request_age_seconds{push} 0',
  ])

  const channelId = 'one'
  const address = 'https://routine.example.org/api/webhook/calendar'
  await announceChannel(db, { channelId, calendarId: 'family', address, tokenHash: 'hash' })
  const expiration = now.add({ seconds: 3_600 })
  await confirmChannel(db, channelId, { resourceId: 'resource', expiration })
  await requestJob(db, 'plan')
  const before = Temporal.Now.instant()
  const claim = await claimJob(db, 'plan', { leaseSeconds: 30 })
  if (claim) await finishJob(db, claim)
  await requestJob(db, 'pull')
  const past = Temporal.Now.instant().subtract({ seconds: 40 }).toString()
  await db
    .updateTable('job_requests')
    .set({ requested_at: past })
    .where('kind', '=', 'pull')
    .execute()
  await requestJob(db, 'pull')
  const lines = await samplesOf(metrics)
  t.match(lines.join('\n'), 'channel_state{live} 1')
  t.match(lines.join('\n'), 'channel_expiry_seconds 3600')
  t.ok(valueOf(lines, 'work_oldest_request_age_seconds{pull}') >= 40, 'the oldest one counts')
  t.match(lines.join('\n'), 'work_oldest_request_age_seconds{plan} 0')
  const doneAt = valueOf(lines, 'work_last_success_timestamp_seconds{plan}')
  t.ok(doneAt >= Math.floor(before.epochMilliseconds / 1_000))
  t.ok(doneAt <= Math.ceil(Temporal.Now.instant().epochMilliseconds / 1_000))
})

t.test('the balance is of all nights before tonight that count, and of the last 30', async t => {
  const { db } = await selectedHousehold(t)
  const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }
  await storeNights(db, [
    assignment('2026-10-19', 'b'),
    assignment('2026-10-20', 'b'),
    assignment('2026-10-21', 'a'),
    sitter('2026-11-18', 'Dana'),
    assignment('2026-11-19', 'a'),
    assignment('2026-11-20', 'a'),
  ])
  const balance = async () =>
    (await samplesOf(planMetrics({ db, clock }))).filter(line => line.startsWith('balance'))
  t.same(await balance(), ['balance_nights{30 days} 2', 'balance_nights{all} 0'])
  await db.updateTable('settings').set({ count_from: '2026-10-20' }).execute()
  t.same(await balance(), ['balance_nights{30 days} 2', 'balance_nights{all} 1'])
})
