import { createIdentity, signInRecords, transaction } from '@night-routine/database'
import { createAccount, vaultSignInRecords } from '@night-routine/database/vault'
import { testDatabase, testVaultDatabase } from '@night-routine/testing/database'
import t, { type Test } from 'tap'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const always = { now, mayTry: () => true }
const alex = 'a1e00000-0000-4000-8000-000000000001'
const robin = '40b10000-0000-4000-8000-000000000002'

/** The same tables, in the schema of the household and of the vault. */
const schemas = {
  household: async (t: Test) => {
    const { db } = await testDatabase(t)
    for (const id of [alex, robin])
      await transaction(db, trx => createIdentity(trx, { id, email: `${id}@example.com` }, now))
    return signInRecords(db)
  },
  vault: async (t: Test) => {
    const { db } = await testVaultDatabase(t)
    for (const id of [alex, robin])
      await createAccount(db, { id, email: `${id}@example.com`, name: 'x', passwordHash: 'x' }, now)
    return vaultSignInRecords(db)
  },
}

for (const [schema, open] of Object.entries(schemas))
  t.test(schema, async t => {
    const records = await open(t)
    /** Failures of a key, which stay as they are. */
    const failuresOf = async (key: string) =>
      (await records.beginAttempt(key, { now, mayTry: () => false }))?.failures

    t.test('counts attempts, unless they may not be tried', async t => {
      t.equal(await records.beginAttempt('a', always), undefined)
      const later = now.add({ seconds: 5 })
      t.equal(await records.beginAttempt('a', { ...always, now: later }), undefined)
      const refused = await records.beginAttempt('a', {
        now: now.add({ seconds: 9 }),
        mayTry: before => before.failures < 2,
      })
      t.equal(refused?.failures, 2)
      t.equal(refused?.lastAt.toString(), later.toString(), 'a refusal is no attempt')
      t.equal(await failuresOf('a'), 2)
      t.equal(await failuresOf('b'), 0)
    })

    t.test('attempts at once see each other', async t => {
      const attempts = Array.from({ length: 8 }, () =>
        records.beginAttempt('many', { now, mayTry: before => before.failures < 3 }),
      )
      const refused = (await Promise.all(attempts)).filter(before => before !== undefined)
      t.equal(refused.length, 5)
      t.equal(await failuresOf('many'), 3)
    })

    t.test('uncounts one attempt, and forgets all', async t => {
      for (let attempt = 0; attempt < 3; attempt++) await records.beginAttempt('c', always)
      await records.beginAttempt('d', always)
      await records.undoAttempt('c')
      t.equal(await failuresOf('c'), 2)
      await records.forgetAttempts('c')
      t.equal(await failuresOf('c'), 0)
      await records.undoAttempt('c')
      t.equal(await failuresOf('c'), 0, 'never less')
      t.equal(await failuresOf('d'), 1, 'another key')
    })

    t.test('knows the networks of an account', async t => {
      t.equal(await records.isKnownAddress(alex, 'home'), false)
      await records.saveKnownAddress(alex, 'home', now)
      await records.saveKnownAddress(alex, 'home', now.add({ hours: 1 }))
      t.equal(await records.isKnownAddress(alex, 'home'), true)
      t.equal(await records.isKnownAddress(alex, 'away'), false)
      t.equal(await records.isKnownAddress(robin, 'home'), false)
      t.equal(await records.isKnownAddress(undefined, 'home'), false)
    })

    t.test('deletes what is old, and nothing else', async t => {
      const day = (days: number, milliseconds = 0) =>
        now.add({ hours: days * 24 }).add({ milliseconds })
      await records.beginAttempt('old', always)
      await records.saveKnownAddress(robin, 'work', now)
      await records.deleteOld(day(1))
      t.equal(await failuresOf('old'), 1)
      await records.deleteOld(day(1, 1))
      t.equal(await failuresOf('old'), 0)
      await records.deleteOld(day(180))
      t.equal(await records.isKnownAddress(robin, 'work'), true)
      await records.saveKnownAddress(alex, 'work', day(180))
      await records.deleteOld(day(180, 1))
      t.equal(await records.isKnownAddress(robin, 'work'), false)
      t.equal(await records.isKnownAddress(alex, 'work'), true)
    })
  })
