import { bindAccount } from '@night-routine/database'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { run } from './run.ts'

t.test('people rebind lets a person in whose account was created again', async t => {
  const { db, url } = await testDatabase(t)
  const env = { DATABASE_URL: url }
  const email = 'alex@example.com'
  await bindAccount(db, email, 'https://id.example.com old')
  const next = 'https://id.example.com new'
  t.equal(await bindAccount(db, email, next), 'other-subject')
  t.match(await run(['people', 'rebind', 'Alex@Example.com'], { env }), {
    code: 0,
    said: /can sign in again/,
  })
  t.equal(await bindAccount(db, email, next), 'bound')
})

t.test('people rebind names an address that no one has used', async t => {
  const { url } = await testDatabase(t)
  const env = { DATABASE_URL: url }
  t.match(await run(['people', 'rebind', 'kim@example.com'], { env }), {
    code: 1,
    said: /No one has signed in with kim@example\.com/,
  })
})

t.test('people says how it is used', async t => {
  for (const args of [[], ['rebind'], ['remove', 'a@example.com'], ['rebind', 'a', 'b']])
    t.match(await run(['people', ...args]), { code: 2, said: 'people rebind ADDRESS' })
})
