import { raiseNotice } from '@night-routine/database/calendar'
import { noteClock } from '@night-routine/database/clock'
import {
  connect,
  parseSecretKeys,
  readServerFacts,
  transaction,
} from '@night-routine/database/connection'
import { claimJob, failJob, requestJob } from '@night-routine/database/jobs'
import { insertAbsenceSource, saveSourceOutcome } from '@night-routine/database/nights'
import { addDeliveries } from '@night-routine/database/notifications'
import { bindMember } from '@night-routine/database/people'
import { addressAs } from '@night-routine/testing/database'
import { freePort } from '@night-routine/servers'
import { fastify } from 'fastify'
import { generate } from 'selfsigned'
import t, { type Test } from 'tap'
import { diagnose } from '../../src/doctor/diagnose.ts'
import { run } from '../run.ts'
import { connectedInstallation, evening } from './connected-installation.ts'

/** A server at the public address that answers like web and webhook-ingest. */
async function publicAddress(t: Test, { ready = 200, webhook = 400 } = {}) {
  const service = fastify()
  service.get('/readyz', async (_request, reply) => reply.code(ready).send({}))
  service.post('/api/webhook/calendar', async (_request, reply) =>
    reply.code(webhook).send({ error: 'The header channel-id is missing.', field: 'channel-id' }),
  )
  const origin = await service.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => service.close())
  return { PUBLIC_URL: origin, WEBHOOK_URL: `${origin}/api/webhook/calendar` }
}

const states = (findings: Awaited<ReturnType<typeof diagnose>>) =>
  findings.map(({ state, text }) => `${state} ${text}`).join('\n')

t.test('an installation in which everything works', async t => {
  const { environment } = await connectedInstallation(t)

  t.test('finds no problem', async t => {
    const findings = await diagnose({ ...environment, ...(await publicAddress(t)) })
    const text = states(findings)
    t.notMatch(text, /^problem/m)
    for (const expected of [
      'ok Every setting can be used.',
      /ok PostgreSQL 18\.\d+ answers at 127\.0\.0\.1:\d+\./,
      'ok This machine and the database agree on the time.',
      'ok The database schema is up to date.',
      'ok Each service signs in to PostgreSQL with its own role.',
      'notice REDIS_URL is unset, so jobs start up to half a minute late.',
      'leads to web, which is ready.',
      'ok Notifications reach us at http://127.0.0.1',
      'ok The provider knows GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
      'ok The stored grant can be decrypted, and the provider has not refused it.',
      'ok A calendar is selected.',
      'notice There is no live notification channel',
    ])
      t.match(text, expected)
  })

  t.test('the command exits with 1 if it finds a problem', async t => {
    const env = { ...environment, ...(await publicAddress(t)) }
    t.match(await run(['doctor'], { env }), { code: 0, said: / 0 to fix$/ })
    t.match(await run(['doctor']), { code: 1, said: /[1-9]\d* to fix$/ })
  })

  t.test('finds a certificate that browsers refuse', async t => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }])
    const service = fastify({ https: { cert, key } })
    const PUBLIC_URL = (await service.listen({ port: 0, host: 'localhost' })).replace(
      /127\.0\.0\.1|\[::1\]/,
      'localhost',
    )
    t.teardown(() => service.close())
    const text = states(await diagnose({ ...environment, PUBLIC_URL, WEBHOOK_URL: PUBLIC_URL }))
    t.match(text, /problem Browsers refuse the certificate of localhost:\d+: self.signed/)
    t.match(text, /problem https:\/\/localhost:\d+ cannot be reached from here: self.signed/)
  })

  t.test('checks the rest while the database is down', async t => {
    const DATABASE_URL = `postgres://absent@127.0.0.1:${await freePort()}/nowhere`
    const text = states(await diagnose({ ...environment, DATABASE_URL }))
    t.match(text, /problem The database at 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/)
    t.match(text, 'ok The provider knows')
    // The server's own database has no table of ours.
    const empty = states(
      await diagnose({ ...environment, DATABASE_URL: process.env['DATABASE_URL'] ?? '' }),
    )
    t.match(empty, 'problem The database schema is older than this version.')
  })
})

t.test('names the services that sign in with more rights than they need', async t => {
  const { environment, url } = await connectedInstallation(t)
  const before = await diagnose({ ...environment, DATABASE_URL: url })
  t.match(states(before), /problem Services sign in .*: scheduler-worker as postgres\./)
  const web = connect({ url: addressAs('vault', url), applicationName: 'web' })
  t.teardown(() => web.destroy())
  await readServerFacts(web)
  const findings = await diagnose(environment)
  t.match(states(findings), /problem Services sign in .*: web as night_routine_vault\./)
})

t.test('says how much room the disks have, and that a clock cannot be right', async t => {
  const { environment, db } = await connectedInstallation(t)
  const DATA_FOLDER = t.testdir()
  const text = states(await diagnose({ ...environment, DATA_FOLDER }))
  t.match(text, /(?:ok|notice) The disk of \S+ has [\d.]+ [MG]B left\./)
  t.match(text, 'ok The time of this machine agrees with what the household knows.')
  await noteClock(db, Temporal.Instant.from('2038-01-19T00:00:00Z'))
  t.match(
    states(await diagnose(environment)),
    /problem The clock of this machine says .*2038-01-19/,
  )
})

t.test('names each problem, with what to do', async t => {
  const { environment, db, control } = await connectedInstallation(t)
  await control.revokeGrants()
  await requestJob(db, 'push')
  const claim = await claimJob(db, 'push', { leaseSeconds: 30 })
  const failure = { code: 'status.failed', facts: { detail: 'It went wrong.' } }
  if (claim) await failJob(db, claim, { failure, waitSeconds: 60, waitRequired: false })
  const findings = await diagnose({
    ...environment,
    ...(await publicAddress(t, { ready: 503, webhook: 404 })),
    SECRET_KEYS: 'cd'.repeat(32),
    GOOGLE_CLIENT_SECRET: 'of another client',
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  })
  const text = states(findings)
  for (const expected of [
    'notice Redis does not answer.',
    /problem http:\S+\/readyz answers 503\./,
    /problem \S+ answers 404, and does not lead to webhook-ingest\./,
    'problem The provider does not accept GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET.',
    'problem No key of SECRET_KEYS decrypts the stored grant.',
    'problem The job “push” failed once: status.failed, It went wrong.',
  ])
    t.match(text, expected)
  t.ok(findings.every(({ state, fix }) => state === 'ok' || fix))
})

t.test('lists all invalid settings, and checks nothing else', async t => {
  const findings = await diagnose({ DATABASE_URL: 'nowhere', PORT: 'http' })
  t.ok(findings.length >= 4)
  t.ok(findings.every(({ state }) => state === 'problem'))
})

t.test('finds a refused address, refused nights and a grant that ends', async t => {
  const { environment, db } = await connectedInstallation(t)
  for (const kind of ['night-refused', 'event-unreadable'])
    await raiseNotice(
      db,
      { kind, night: Temporal.PlainDate.from('2026-11-21'), data: null },
      evening,
    )
  await db
    .updateTable('oauth_token')
    .set({ refresh_token_ends_at: '2026-11-29T12:00:00Z' })
    .execute()
  await bindMember(db, 'alex@example.com', 'alex')
  const message = { email: 'alex@example.com', kind: 'reminder', sinceEntry: null } as const
  const push = { channel: 'push', subscription: 1n } as const
  for (const hours of [1, 2, 200])
    await transaction(db, trx =>
      addDeliveries(
        trx,
        [{ ...message, ...push, key: `${hours}` }],
        Temporal.Now.instant().subtract({ hours }),
      ),
    )
  await db.updateTable('notification_deliveries').set({ error: 'push-403' }).execute()
  const now = Temporal.Now.instant()
  const work = { parent: 'a', place: { kind: 'calendar', calendarId: 'work' } } as const
  const version = { etag: null, window: '' }
  const keys = parseSecretKeys(['a'.repeat(64)])
  await transaction(db, async trx => {
    const source = await insertAbsenceSource(trx, keys, { ...work, name: 'Work', version, now })
    await saveSourceOutcome(trx, source, { outcome: 'gone', now })
  })
  const address = { ...(await publicAddress(t)), PUBLIC_URL: 'http://routine.localhost:1' }
  const text = states(await diagnose({ ...environment, ...address }))
  t.match(text, /problem The provider refuses http:\/\/routine\.localhost:1 .*\.localhost/)
  t.match(text, 'problem The provider refuses to change the events of these nights: 2026-11-21.')
  t.match(text, 'problem The events of these nights cannot be read: 2026-11-21.')
  t.match(text, 'notice The grant expires on 2026-11-29.')
  t.match(text, 'notice 1 of the calendars with absences cannot be read: gone.')
  t.match(text, 'notice 2 messages by push of the last week have not arrived: push-403.')
})
