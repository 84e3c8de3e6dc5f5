import { transaction } from '@night-routine/database/connection'
import { attemptRecords } from '@night-routine/database/credentials'
import {
  bindMember,
  deleteOldNetworks,
  isKnownNetwork,
  noteNetwork,
} from '@night-routine/database/people'
import { createAccount, vaultSignInRecords } from '@night-routine/database/vault'
import { testDatabase, testVaultDatabase } from '@night-routine/testing/database'
import t, { type Test } from 'tap'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const always = { now, mayTry: () => true }
const alex = 'a1e00000-0000-4000-8000-000000000001'
const robin = '40b10000-0000-4000-8000-000000000002'

/** The same table, in the schema of the household and of the vault. */
const schemas = {
  household: async (t: Test) => attemptRecords((await testDatabase(t)).db),
  vault: async (t: Test) => vaultSignInRecords((await testVaultDatabase(t)).db),
}

for (const [schema, open] of Object.entries(schemas))
  t.test(`counts, uncounts and forgets attempts of the ${schema}`, async t => {
    const records = await open(t)
    /** Failures of a key, which stay as they are. */
    const failuresOf = async (key: string) =>
      (await records.beginAttempt(key, { now, mayTry: () => false })).failures

    t.match(await records.beginAttempt('a', always), { failures: 0 })
    const later = now.add({ seconds: 5 })
    t.match(await records.beginAttempt('a', { ...always, now: later }), { failures: 1 })
    const refused = await records.beginAttempt('a', {
      now: now.add({ seconds: 9 }),
      mayTry: before => before.failures < 2,
    })
    t.equal(refused.failures, 2)
    t.equal(refused.lastAt.toString(), later.toString(), 'a refusal is no attempt')
    t.equal(await failuresOf('a'), 2)
    t.equal(await failuresOf('b'), 0, 'another key')

    await records.undoAttempt('a')
    t.equal(await failuresOf('a'), 1, 'one is uncounted')
    await records.beginAttempt('b', always)
    await records.forgetAttempts('a')
    await records.undoAttempt('a')
    t.equal(await failuresOf('a'), 0, 'all are forgotten, and never less')
    t.equal(await failuresOf('b'), 1)

    const attempts = Array.from({ length: 8 }, () =>
      records.beginAttempt('many', { now, mayTry: before => before.failures < 3 }),
    )
    const seen = (await Promise.all(attempts)).filter(({ failures }) => failures === 3)
    t.equal(seen.length, 5, 'attempts at once see each other')

    await records.deleteOldAttempts(now.add({ hours: 24 }))
    t.equal(await failuresOf('many'), 3)
    await records.deleteOldAttempts(now.add({ hours: 24 }).add({ milliseconds: 1 }))
    t.equal(await failuresOf('many'), 0, 'what is old is deleted')
  })

t.test('the vault knows the networks of an account, for half a year', async t => {
  const { db } = await testVaultDatabase(t)
  for (const id of [alex, robin])
    await createAccount(db, { id, email: `${id}@example.com`, name: 'x', passwordHash: 'x' }, now)
  const records = vaultSignInRecords(db)
  t.equal(await records.isKnownAddress(alex, 'home'), false)
  await records.saveKnownAddress(alex, 'home', now)
  await records.saveKnownAddress(alex, 'home', now.add({ hours: 1 }))
  await records.saveKnownAddress(robin, 'work', now)
  t.equal(await records.isKnownAddress(alex, 'home'), true)
  t.equal(await records.isKnownAddress(alex, 'away'), false)
  t.equal(await records.isKnownAddress(robin, 'home'), false)
  t.equal(await records.isKnownAddress(undefined, 'home'), false)
  await records.deleteOld(now.add({ hours: 180 * 24 }).add({ milliseconds: 1 }))
  t.equal(await records.isKnownAddress(robin, 'work'), false)
  t.equal(await records.isKnownAddress(alex, 'home'), true)
})

t.test('the household notes the networks of a person, and which one is new', async t => {
  const { db } = await testDatabase(t)
  const email = 'alex@example.com'
  await bindMember(db, email, '1')
  const note = (networkHash: string, at = now) =>
    transaction(db, trx => noteNetwork(trx, { email, networkHash, now: at }))
  t.equal(await note('home'), false, 'the first one')
  t.equal(await note('home', now.add({ hours: 1 })), false)
  t.equal(await note('work'), true)
  t.equal(await note('work'), false)
  t.equal(await isKnownNetwork(db, email, 'work'), true)
  t.equal(await isKnownNetwork(db, undefined, 'work'), false)
  await deleteOldNetworks(db, now.add({ hours: 180 * 24 }).add({ milliseconds: 1 }))
  t.equal(await isKnownNetwork(db, email, 'work'), false)
  t.equal(await isKnownNetwork(db, email, 'home'), true)
})
