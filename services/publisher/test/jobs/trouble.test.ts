import { isDeepStrictEqual } from 'node:util'
import { householdTransaction, readNights } from '@night-routine/database'
import { parseSecretKeys, saveTotpSecret } from '@night-routine/database/vault'
import { planHousehold } from '@night-routine/household'
import t from 'tap'
import {
  change,
  email,
  evening,
  failed,
  filesOnDisk,
  forkPublisher,
  giveNight,
  published,
  publishingHousehold,
  publishMarker,
  startPublisher,
  tonight,
} from '../published-household.ts'
import { waitFor } from '../wait-for.ts'

const count = 6

async function nightsOf({ db }: Awaited<ReturnType<typeof publishingHousehold>>) {
  const nights = await readNights(db, tonight, tonight.add({ days: 40 }))
  return nights.map(({ night, caregiver, revision }) => `${String(night)} ${caregiver} ${revision}`)
}

const waitsAnHour = (at: Temporal.Instant | null | undefined) =>
  at !== null && at !== undefined && Temporal.Now.instant().until(at).total('minutes') > 55

t.test('killed in the middle of uploads, the next run completes, and leaves no orphan', async t => {
  const { db, vaultDb, proxy, folder, environment } = await publishingHousehold(t)
  const held = proxy.hold(3)
  await change(db, { publish: true })
  const first = await forkPublisher(t, environment)
  await held
  await first.kill()
  const before = await vaultDb.selectFrom('vault.files').select('path').execute()
  t.equal(before.length < count, true, `${before.length} files were there`)

  proxy.release()
  await forkPublisher(t, environment)
  await published(db)
  const rows = await vaultDb.selectFrom('vault.files').select(['path', 'hash']).execute()
  t.equal(rows.length, count)
  t.equal((await vaultDb.selectFrom('vault.sites').selectAll().execute()).length, 1, 'one site')
  const named = [...new Set(rows.map(({ hash }) => hash))].toSorted()
  await waitFor('nothing on disk but what the rows name', async () =>
    isDeepStrictEqual(filesOnDisk(folder), named),
  )
})

t.test('the host killed in the middle of uploads', async t => {
  const { db, vaultDb, proxy, host, startHost, environment } = await publishingHousehold(t)
  const held = proxy.hold(3)
  await change(db, { publish: true })
  await startPublisher(t, environment)
  await held
  await host.kill()
  t.match(await failed(db), 'cannot be reached')
  proxy.release()
  await startHost()
  await published(db)
  t.equal((await vaultDb.selectFrom('vault.files').selectAll().execute()).length, count)
})

t.test('a wrong password is said once, and not tried again and again', async t => {
  const household = await publishingHousehold(t)
  const { db, proxy, environment } = household
  const nights = await nightsOf(household)
  await change(db, { publish: true })
  const publisher = await startPublisher(t, { ...environment, VAULT_PASSWORD: 'not this one' })
  t.match(await failed(db), 'does not accept')
  t.ok(waitsAnHour((await publishMarker(db))?.nextAttemptAt))
  t.same(proxy.calls(), ['/user/signin'])
  t.same(await nightsOf(household), nights, 'the plan is untouched')
  await householdTransaction(db, trx =>
    planHousehold(trx, { now: evening, author: { kind: 'schedule', actor: null } }),
  )
  await publisher.close()

  await startPublisher(t, environment)
  await published(db)
  t.match(await publishMarker(db), { lastError: null })
})

t.test('a second factor is something that nobody here can answer', async t => {
  const { db, vaultDb, environment } = await publishingHousehold(t)
  const { id } = await vaultDb
    .selectFrom('vault.accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await saveTotpSecret(vaultDb, parseSecretKeys(['11'.repeat(32)]), id, 'JBSWY3DPEHPK3PXP')
  await change(db, { publish: true })
  await startPublisher(t, environment)
  t.match(await failed(db), 'asks for a second factor')
  t.ok(waitsAnHour((await publishMarker(db))?.nextAttemptAt))
})

t.test('no room left', async t => {
  const { db, environment } = await publishingHousehold(t, { VAULT_SITE_QUOTA: '2000' })
  await change(db, { publish: true })
  await startPublisher(t, environment)
  t.match(await failed(db), 'no room left')
})

t.test('a host that is away is tried again, and found when it is back', async t => {
  const { db, proxy, environment } = await publishingHousehold(t)
  proxy.takeDown()
  await change(db, { publish: true })
  await startPublisher(t, environment)
  t.match(await failed(db), 'cannot be reached')
  t.notOk(waitsAnHour((await publishMarker(db))?.nextAttemptAt))
  proxy.bringUp()
  await published(db)
})

t.test('not set up, it says so, and a plan is a plan', async t => {
  const household = await publishingHousehold(t)
  const { db, environment } = household
  const { VAULT_EMAIL: _email, ...rest } = environment
  await change(db, { publish: true })
  await startPublisher(t, rest)
  t.match(await failed(db), 'not set up')
  await giveNight(db, tonight, 'b')
  t.match((await nightsOf(household))[0], '2026-11-20 b')
})
