import { transaction, type Database } from '@night-routine/database/connection'
import {
  bindMember,
  createAccessToken,
  findAccessToken,
  isAccessToken,
  readAccessTokens,
  revokeAccessToken,
  revokeAccessTokensOf,
  touchAccessToken,
} from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { plain } from '../plain.ts'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const later = now.add({ hours: 2 })
const [alex, robin] = ['alex@example.com', 'robin@example.com']
const digest = (number: number) => number.toString().padStart(64, '0')

async function make(db: Database, number: number, email = alex) {
  const made = { tokenHash: digest(number), email, name: 'Home', scope: 'read', now } as const
  return transaction(db, trx => createAccessToken(trx, made))
}

t.test('a token is found by its digest, with its person and its latest use', async t => {
  const { db } = await testDatabase(t)
  await bindMember(db, alex, 'subject of alex')
  t.equal(await make(db, 1), true)
  const found = await findAccessToken(db, digest(1))
  t.match(plain(found), {
    name: 'Home',
    scope: 'read',
    email: alex,
    subject: 'subject of alex',
    invited: false,
    parent: null,
    language: null,
    createdAt: '2026-11-20T12:00:00Z',
    lastUsedAt: null,
  })
  t.equal(await findAccessToken(db, digest(2)), undefined)
  t.equal(await findAccessToken(db, ''), undefined)
  await bindMember(db, 'new@example.com', 'subject of alex')
  t.match(await findAccessToken(db, digest(1)), { email: 'new@example.com' }, 'a new address')
  for (const at of [later, now]) await touchAccessToken(db, found?.id ?? 0n, at)
  t.match(plain(await findAccessToken(db, digest(1))), { lastUsedAt: later.toString() })
})

t.test('twenty for each person, the newest first, who revokes their own, one or all', async t => {
  const { db } = await testDatabase(t)
  await bindMember(db, alex, '1')
  await bindMember(db, robin, '2')
  for (let number = 1; number <= 20; number += 1) t.equal(await make(db, number), true)
  t.equal(await make(db, 21), false)
  t.equal(await make(db, 22, robin), true)
  const ids = (await readAccessTokens(db, alex)).map(({ id }) => id)
  t.equal(ids.length, 20)
  t.same(
    ids,
    ids.toSorted((one, other) => Number(other - one)),
  )
  const [id = 0n] = ids
  t.equal(await revokeAccessToken(db, { id, email: robin }), undefined)
  t.equal(await isAccessToken(db, id), true)
  t.match(await revokeAccessToken(db, { id, email: alex }), { name: 'Home' })
  t.equal(await isAccessToken(db, id), false)
  t.equal(await revokeAccessToken(db, { id, email: alex }), undefined)
  await revokeAccessTokensOf(db, alex)
  t.same(await readAccessTokens(db, alex), [])
  t.equal((await readAccessTokens(db, robin)).length, 1)
})
