import { parseSecretKeys } from '@night-routine/database/connection'
import {
  createShareLink,
  findShareLink,
  readShareLinkToken,
  readShareLinks,
  revokeShareLink,
  sealShareLink,
  touchShareLink,
} from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { plain } from '../plain.ts'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const later = now.add({ hours: 2 })
const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
const made = { createdBy: 'alex@example.com', now }

t.test('a link is found by its digest, and nothing else', async t => {
  const { db } = await testDatabase(t)
  await createShareLink(db, { tokenHash: one, ...made })
  t.match(plain(await findShareLink(db, one)), {
    createdBy: 'alex@example.com',
    createdAt: '2026-11-20T12:00:00Z',
    lastUsedAt: null,
  })
  t.equal(await findShareLink(db, two), undefined)
  t.equal(await findShareLink(db, ''), undefined)
})

t.test('the links that work are listed, the newest first', async t => {
  const { db } = await testDatabase(t)
  t.same(await readShareLinks(db), [])
  await createShareLink(db, { tokenHash: one, ...made })
  await createShareLink(db, { tokenHash: two, ...made, createdBy: 'robin@example.com' })
  const listed = await readShareLinks(db)
  t.same(
    listed.map(({ createdBy }) => createdBy),
    ['robin@example.com', 'alex@example.com'],
  )
})

t.test('a link that is revoked works no more, and is revoked once', async t => {
  const { db } = await testDatabase(t)
  await createShareLink(db, { tokenHash: one, ...made })
  const id = (await findShareLink(db, one))?.id ?? 0n
  t.equal(await revokeShareLink(db, id, later), true)
  t.equal(await findShareLink(db, one), undefined)
  t.same(await readShareLinks(db), [])
  t.equal(await revokeShareLink(db, id, later), false)
  t.equal(await revokeShareLink(db, 9007199254740993n, later), false)
})

t.test('keeps the latest use, in whatever order uses are recorded', async t => {
  const { db } = await testDatabase(t)
  await createShareLink(db, { tokenHash: one, ...made })
  const id = (await findShareLink(db, one))?.id ?? 0n
  await touchShareLink(db, id, later)
  await touchShareLink(db, id, now)
  t.match(plain(await findShareLink(db, one)), { lastUsedAt: '2026-11-20T14:00:00Z' })
})

t.test('no digest is kept twice, and no link in the clear', async t => {
  const { db } = await testDatabase(t)
  await createShareLink(db, { tokenHash: one, ...made })
  await t.rejects(createShareLink(db, { tokenHash: one, ...made }), /unique/)
  await t.rejects(createShareLink(db, { tokenHash: 'A'.repeat(43), ...made }), /check constraint/)
})

const keysOf = (digit: string) => parseSecretKeys([digit.repeat(64)])
const keys = keysOf('a')

t.test('the person who made a link can see it again, and no one else', async t => {
  const { db } = await testDatabase(t)
  const id = await createShareLink(db, { tokenHash: one, ...made })
  await sealShareLink(db, { keys, id, token: 'the link' })
  const asked = { keys, id, createdBy: made.createdBy }
  t.equal(await readShareLinkToken(db, asked), 'the link')
  t.match(await readShareLinks(db), [{ id, isKept: true }])
  t.equal(await readShareLinkToken(db, { ...asked, createdBy: 'robin@example.com' }), undefined)
  t.equal(await readShareLinkToken(db, { ...asked, id: id + 1n }), undefined)
  t.equal(await readShareLinkToken(db, { ...asked, keys: keysOf('b') }), null, 'its key is gone')
  const { sealed_token: sealed } = await db
    .selectFrom('share_links')
    .select('sealed_token')
    .executeTakeFirstOrThrow()
  t.notMatch(sealed, 'the link')
  const other = await createShareLink(db, { tokenHash: two, ...made })
  await db
    .updateTable('share_links')
    .set({ sealed_token: sealed })
    .where('id', '=', other)
    .execute()
  t.equal(await readShareLinkToken(db, { ...asked, id: other }), null, 'it is bound to its row')
})

t.test('a link from before, or one that was revoked, cannot be shown again', async t => {
  const { db } = await testDatabase(t)
  const id = await createShareLink(db, { tokenHash: one, ...made })
  const asked = { keys, id, createdBy: made.createdBy }
  t.equal(await readShareLinkToken(db, asked), null)
  t.match(await readShareLinks(db), [{ id, isKept: false }])
  await sealShareLink(db, { keys, id, token: 'the link' })
  await revokeShareLink(db, id, later)
  t.equal(await readShareLinkToken(db, asked), undefined)
  t.match(await db.selectFrom('share_links').select('sealed_token').execute(), [
    { sealed_token: null },
  ])
})
