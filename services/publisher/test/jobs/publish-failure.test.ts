import { isDeepStrictEqual } from 'node:util'
import { householdTransaction } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import { readPublication, savePublication } from '@night-routine/database/site'
import { planHousehold } from '@night-routine/household'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import {
  evening,
  forkPublisher,
  publishingHousehold,
  publishMarker,
  startPublisher,
  tonight,
} from '../published-household.ts'
import { filesOnDisk, startKillableHost } from '../publish-host.ts'

const count = 6

async function nightsOf({ db }: Awaited<ReturnType<typeof publishingHousehold>>) {
  const nights = await readNights(db, tonight, tonight.add({ days: 40 }))
  return nights.map(({ night, caregiver, revision }) => `${String(night)} ${caregiver} ${revision}`)
}

const waitsAnHour = (at: Temporal.Instant | null | undefined) =>
  at !== null && at !== undefined && Temporal.Now.instant().until(at).total('minutes') > 55

t.test('after a kill during uploads the next run completes and leaves no orphan', async t => {
  const { vaultDb, proxy, folder, environment, change, published } = await publishingHousehold(t)
  const held = proxy.hold(3)
  await change({ publish: true })
  const first = await forkPublisher(t, environment)
  await held
  await first.kill()
  const before = await vaultDb.selectFrom('vault.files').select('path').execute()
  t.ok(before.length < count, `${before.length} files were there`)

  proxy.release()
  await startPublisher(t, environment)
  await published()
  const rows = await vaultDb.selectFrom('vault.files').select(['path', 'hash']).execute()
  t.equal(rows.length, count)
  t.equal((await vaultDb.selectFrom('vault.sites').selectAll().execute()).length, 1, 'one site')
  const named = [...new Set(rows.map(({ hash }) => hash))].toSorted()
  await waitFor('nothing on disk but what the rows name', async () =>
    isDeepStrictEqual(filesOnDisk(folder), named),
  )
})

t.test('survives a kill of the host during uploads', async t => {
  const own = await startKillableHost(t)
  const { vaultDb, proxy, environment, change, published, failed } = await publishingHousehold(t, {
    host: own,
  })
  const held = proxy.hold(3)
  await change({ publish: true })
  const publisher = await startPublisher(t, environment)
  await held
  await own.host.kill()
  t.match(await failed(), { code: 'publishFailure.away' })
  const ready = (await publisher.inject('/readyz')).json<unknown>()
  t.match(ready, { checks: { publishing: 'away' } })
  proxy.release()
  await own.restart()
  await published()
  t.equal((await vaultDb.selectFrom('vault.files').selectAll().execute()).length, count)
})

t.test('reports a wrong password and does not keep retrying', async t => {
  const household = await publishingHousehold(t)
  const { db, proxy, environment, change, published, failed } = household
  const nights = await nightsOf(household)
  await change({ publish: true })
  const publisher = await startPublisher(t, { ...environment, VAULT_PASSWORD: 'not this one' })
  t.match(await failed(), { code: 'publishFailure.wrong-password' })
  t.ok(waitsAnHour((await publishMarker(db))?.nextAttemptAt))
  t.same(proxy.calls(), ['/user/signin'])
  t.same(await nightsOf(household), nights, 'the plan is untouched')
  await householdTransaction(db, trx =>
    planHousehold(trx, { now: evening, actor: { kind: 'schedule', email: null } }),
  )
  await publisher.close()

  await startPublisher(t, environment)
  await published()
  t.match(await publishMarker(db), { lastError: null })
})

t.test('finds a site that moved to another host', async t => {
  const { db, vaultDb, proxy, environment, change, giveNights, published, takeDown } =
    await publishingHousehold(t)
  await change({ publish: true })
  // One allowed host that does not answer, and one that is not allowed.
  await startPublisher(t, { ...environment, VAULT_SITE_HOSTS: '127.0.0.1:1' })
  await published()
  const moveAway = async (host: string) => {
    const { site } = await readPublication(db)
    if (site === null) throw new Error('nothing was published')
    await savePublication(db, { site: { ...site, host } })
  }
  for (const [host, caregiver] of [
    ['127.0.0.1:1', 'a'],
    ['127.0.0.1:2', 'b'],
  ] as const) {
    await moveAway(host)
    await giveNights([tonight], caregiver)
    await published()
    t.equal((await readPublication(db)).site?.host, proxy.host, host)
  }
  await moveAway('127.0.0.1:2')
  await change({ publish: false })
  t.ok(await takeDown())
  await published()
  t.same(await vaultDb.selectFrom('vault.files').select('path').execute(), [])
})

t.test('without a set-up it says so, and planning still works', async t => {
  const household = await publishingHousehold(t)
  const { environment, change, giveNights, failed } = household
  const { VAULT_EMAIL: _email, ...rest } = environment
  await change({ publish: true })
  await startPublisher(t, rest)
  t.match(await failed(), { code: 'publishFailure.not-set-up' })
  await giveNights([tonight], 'b')
  t.match((await nightsOf(household))[0], '2026-11-20 b')
})
