import { saveSignIn, takeSignIn, type SignIn } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import t from 'tap'
import { plain } from './plain.ts'

const signIn: SignIn = {
  cookieHash: 'a'.repeat(64),
  state: 'state',
  codeVerifier: 'verifier',
  nonce: 'nonce',
  intent: 'reconnect',
  createdAt: Temporal.Instant.from('2026-11-20T12:00:00.5Z'),
}

t.test('a sign-in is taken once', async t => {
  const { db } = await testDatabase(t)
  await saveSignIn(db, signIn)
  t.same(plain(await takeSignIn(db, signIn.cookieHash)), plain(signIn))
  t.equal(await takeSignIn(db, signIn.cookieHash), undefined)
})

t.test('of ten callbacks at once, one gets it', async t => {
  const { db } = await testDatabase(t)
  await saveSignIn(db, signIn)
  const taken = await Promise.all(
    Array.from({ length: 10 }, () => takeSignIn(db, signIn.cookieHash)),
  )
  t.equal(taken.filter(one => one !== undefined).length, 1)
})

t.test('another browser has none', async t => {
  const { db } = await testDatabase(t)
  await saveSignIn(db, signIn)
  t.equal(await takeSignIn(db, 'b'.repeat(64)), undefined)
})

t.test('sign-ins that nobody finished do not pile up', async t => {
  const { db } = await testDatabase(t)
  await saveSignIn(db, signIn)
  const later = { ...signIn, cookieHash: 'later', createdAt: signIn.createdAt.add({ minutes: 59 }) }
  await saveSignIn(db, later)
  t.ok(await takeSignIn(db, signIn.cookieHash), 'within the hour they are kept')
  await saveSignIn(db, signIn)
  await saveSignIn(db, {
    ...later,
    cookieHash: 'last',
    createdAt: later.createdAt.add({ minutes: 2 }),
  })
  t.equal(await takeSignIn(db, signIn.cookieHash), undefined, 'then they are gone')
})
