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

t.test('a link is found by its digest, and listed, until it is revoked once', async t => {
  const { db } = await testDatabase(t)
  t.same(await readShareLinks(db), [])
  await createShareLink(db, { tokenHash: one, ...made })
  const found = await findShareLink(db, one)
  const id = found?.id ?? 0n
  t.match(plain(found), {
    createdBy: 'alex@example.com',
    createdAt: '2026-11-20T12:00:00Z',
    lastUsedAt: null,
  })
  for (const at of [later, now]) await touchShareLink(db, id, at)
  t.match(plain(await findShareLink(db, one)), { lastUsedAt: later.toString() }, 'the latest use')
  for (const other of [two, '']) t.equal(await findShareLink(db, other), undefined)
  await t.rejects(createShareLink(db, { tokenHash: one, ...made }), /unique/)
  const clear = { ...made, tokenHash: 'A'.repeat(43) }
  await t.rejects(createShareLink(db, clear), /check constraint/, 'no digest')
  const listed = async () => (await readShareLinks(db)).map(({ createdBy }) => createdBy)
  await createShareLink(db, { tokenHash: two, ...made, createdBy: 'robin@example.com' })
  t.same(await listed(), ['robin@example.com', 'alex@example.com'], 'the newest first')
  t.equal(await revokeShareLink(db, id, later), true)
  t.equal(await findShareLink(db, one), undefined)
  t.same(await listed(), ['robin@example.com'])
  for (const gone of [id, 9007199254740993n]) t.equal(await revokeShareLink(db, gone, later), false)
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
