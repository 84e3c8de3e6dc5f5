import { transaction, householdTransaction } from '@night-routine/database/connection'
import { attemptRecords } from '@night-routine/database/credentials'
import { requestJob, readJobRequests } from '@night-routine/database/jobs'
import { saveLastPlannedOn } from '@night-routine/database/nights'
import { saveNotificationSettings } from '@night-routine/database/notifications'
import {
  createSession,
  findSessionRecord,
  bindMember,
  saveMemberParent,
} from '@night-routine/database/people'
import { readSettings, saveSettings, giveNight, planHousehold } from '@night-routine/household'
import { chooseBackend, createProducer, createWorker } from '@night-routine/jobs'
import { waitFor, createGate } from '@night-routine/servers'
import { startMailServer, subjectOf } from '@night-routine/servers/mail'
import { createLogger } from '@night-routine/service'
import { addressAs } from '@night-routine/testing/database'
import {
  callsTo,
  connectedHousehold,
  recordNights,
  settled,
  visibleNights,
  workOf,
} from './household.ts'
import { never, startWorker } from './worker.ts'
import t from 'tap'

const tonight = Temporal.PlainDate.from('2026-11-20')
const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }
const logger = createLogger({ name: 'test', level: 'silent' })

t.test('the sweep finds work without a wake-up', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 8)
  await requestJob(db, 'push')
  await startWorker(t, household, { clock })
  await settled(db)
  t.same(
    await callsTo(household),
    Array.from({ length: 8 }, () => 'POST 200'),
  )
  t.equal(visibleNights(await control.events('family')).length, 8)

  await requestJob(db, 'push')
  await settled(db)
  t.same(await callsTo(household), [], 'asked again, with nothing changed')
})

const rarelySwept = { clock, sweepSeconds: never }

t.test('alive at once, ready after a sweep, and a wake-up needs no second one', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 1)
  const service = await startWorker(t, household, rarelySwept)
  t.equal((await service.inject('/healthz')).statusCode, 200)
  await waitFor('ready', async () => (await service.inject('/readyz')).statusCode === 200)
  t.match((await service.inject('/readyz')).json(), {
    status: 'ready',
    checks: { database: 'ok', sweep: 'ok', queue: 'ok' },
  })
  await requestJob(db, 'push')
  const backend = chooseBackend()
  const producer = createProducer({ backend, logger })
  t.teardown(() => producer.close())
  t.ok(await producer.wake('push', {}))
  await settled(db)
  t.equal(visibleNights(await control.events('family')).length, 1)
})

t.test('a plan wakes the publisher while publishing is on', async t => {
  const household = await connectedHousehold(t)
  const { db } = household
  const backend = chooseBackend()
  const woken = Promise.withResolvers<void>()
  const publisher = createWorker({
    backend,
    kind: 'publish',
    handler: async () => woken.resolve(),
    logger,
  })
  t.teardown(() => publisher.close())
  await transaction(db, async trx =>
    saveSettings(trx, { ...(await readSettings(trx)), publish: true }),
  )
  const service = await startWorker(t, household, rarelySwept)
  await waitFor('ready', async () => (await service.inject('/readyz')).statusCode === 200)
  t.equal(await workOf(db, 'publish'), undefined)
  await requestJob(db, 'plan')
  const producer = createProducer({ backend, logger })
  t.teardown(() => producer.close())
  t.ok(await producer.wake('plan', {}))
  await woken.promise
  t.match(await workOf(db, 'publish'), { requestNumber: 1n, doneNumber: 0n })
})

t.test('two workers do all work once', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 12)
  await Promise.all([startWorker(t, household, { clock }), startWorker(t, household, { clock })])
  for (let request = 0; request < 4; request++) {
    await requestJob(db, 'push')
    await waitFor(
      `${request} events`,
      async () => (await control.events('family')).length > request,
    )
  }
  await settled(db)
  t.same(
    await callsTo(household),
    Array.from({ length: 12 }, () => 'POST 200'),
  )
  t.equal(new Set(visibleNights(await control.events('family'))).size, 12)
})

t.test('requests a plan at the start of the day, and deletes what has expired', async t => {
  const household = await connectedHousehold(t)
  const { db } = household
  await saveLastPlannedOn(db, tonight.subtract({ days: 1 }))
  const session = { email: 'alex@example.com', subject: '111' }
  const now = clock.now()
  await createSession(db, { ...session, tokenHash: 'old', now: now.subtract({ hours: 31 * 24 }) })
  await createSession(db, { ...session, tokenHash: 'new', now })
  const signIns = attemptRecords(db)
  const failuresOf = async (key: string) =>
    (await signIns.beginAttempt(key, { now, mayTry: () => false })).failures
  await signIns.beginAttempt('old', { now: now.subtract({ hours: 25 }), mayTry: () => true })
  await signIns.beginAttempt('new', { now, mayTry: () => true })
  await startWorker(t, household, { clock })
  await waitFor('a request', async () => (await workOf(db, 'plan'))?.requestNumber)
  await waitFor('the purge', async () => (await findSessionRecord(db, 'old')) === undefined)
  t.ok(await findSessionRecord(db, 'new'))
  await waitFor('the end of the purge', async () => (await failuresOf('old')) === 0)
  t.equal(await failuresOf('new'), 1)
})

t.test('survives a late and an interrupted database without a restart', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  const database = await createGate(household.url)
  t.teardown(() => database.shut())
  await database.shut()
  await recordNights(db, tonight, 10)
  await requestJob(db, 'push')

  const settings = { DATABASE_URL: addressAs('scheduler-worker', database.url) }
  const service = await startWorker(t, household, { clock, settings })
  const ready = async () => (await service.inject('/readyz')).statusCode === 200
  t.equal((await service.inject('/healthz')).statusCode, 200)
  t.notOk(await ready())

  await database.open()
  await waitFor('the first events', async () => (await control.events('family')).length >= 3)
  await waitFor('ready', ready)
  await database.shut()
  await waitFor('not ready', async () => !(await ready()))
  await database.open()
  await settled(db)
  await waitFor('ready', ready)
  const seen = visibleNights(await control.events('family'))
  t.same([seen.length, new Set(seen).size], [10, 10])
})

t.test('without Redis the sweep does the work', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 2)
  const settings = { REDIS_URL: 'redis://127.0.0.1:1' }
  const service = await startWorker(t, household, { clock, settings })
  await requestJob(db, 'push')
  await settled(db)
  t.equal(visibleNights(await control.events('family')).length, 2)
  t.match((await service.inject('/readyz')).json(), { status: 'ready', checks: { queue: 'away' } })
})

t.test('a push that changes the plan sends the e-mail, before any sweep', async t => {
  const household = await connectedHousehold(t, { lookAheadDays: 3 })
  const { db } = household
  const actor = { kind: 'person', email: 'robin@example.com' } as const
  await householdTransaction(db, trx => planHousehold(trx, { now: clock.now(), actor }))
  await bindMember(db, 'alex@example.com', 'alex')
  await saveMemberParent(db, 'alex@example.com', 'a')
  await transaction(db, trx =>
    saveNotificationSettings(trx, 'alex@example.com', {
      reminderAt: null,
      changes: true,
      channels: ['email'],
      quiet: null,
    }),
  )
  const mail = await startMailServer(t)
  const settings = { SMTP_URL: mail.url }
  await startWorker(t, household, { clock, settings, sweepSeconds: never })
  await waitFor('the first push', async () =>
    (await readJobRequests(db)).every(
      ({ requestNumber, doneNumber }) => requestNumber === doneNumber,
    ),
  )

  const night = await db
    .selectFrom('assignments')
    .select(['id', 'parent'])
    .where('night', '=', tonight)
    .executeTakeFirstOrThrow()
  const to = night.parent === 'a' ? 'b' : 'a'
  await householdTransaction(db, trx =>
    giveNight(trx, { id: night.id, to, now: clock.now(), actor }),
  )
  const producer = createProducer({ backend: chooseBackend(), logger })
  t.teardown(() => producer.close())
  await producer.wake('push', {})
  await waitFor('the e-mail', async () => mail.mails.length > 0)
  t.match(mail.mails.map(subjectOf), [/tonight/])
})
