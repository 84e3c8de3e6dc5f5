import { parseSecretKeys, unreadable } from '@night-routine/database/connection'
import {
  readPublication,
  readPublishedFiles,
  readPublishedPassword,
  savePublication,
  savePublishedFiles,
  savePublishedPassword,
} from '@night-routine/database/site'
import { nothingPublished, testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { plain } from '../plain.ts'

t.test('what is saved comes back; what is not given stays', async t => {
  const { db } = await testDatabase(t)
  t.same(plain(await readPublication(db)), nothingPublished)
  const site = { id: 's1', host: '127.0.0.1:1', slug: 'nights' }
  await savePublication(db, {
    site,
    mayCreateSite: false,
    publishedOn: Temporal.PlainDate.from('2026-11-20'),
  })
  await savePublication(db, { previousSites: ['s0'], address: 'https://x/s/nights/' })
  t.same(plain(await readPublication(db)), {
    ...nothingPublished,
    site,
    mayCreateSite: false,
    previousSites: ['s0'],
    address: 'https://x/s/nights/',
    publishedOn: '2026-11-20',
  })
  await savePublication(db, { slug: 'f00d' })
  t.match(await readPublication(db), { slug: 'f00d', mayCreateSite: false })
  await savePublication(db, { slug: null })
  await savePublication(db, { site: null, previousSites: null, publishedOn: null, address: null })
  t.same(plain(await readPublication(db)), { ...nothingPublished, mayCreateSite: false })
})

t.test('the files of a site are one list, replaced as a whole', async t => {
  const { db } = await testDatabase(t)
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
  await savePublishedFiles(
    db,
    new Map([
      ['a.md', [one, two]],
      ['b.md', [one]],
    ]),
  )
  t.same(
    [...(await readPublishedFiles(db))],
    [
      ['a.md', [one, two]],
      ['b.md', [one]],
    ],
  )
  await t.rejects(savePublishedFiles(db, new Map([['c.md', ['no hash']]])))
  t.equal((await readPublishedFiles(db)).size, 2, 'all or nothing')
  await savePublishedFiles(db, new Map())
  t.equal((await readPublishedFiles(db)).size, 0)
})

t.test('the password of the site is kept sealed', async t => {
  const { db } = await testDatabase(t)
  const keys = parseSecretKeys(['a'.repeat(64)])
  t.equal(await readPublishedPassword(db, keys), null)
  await savePublishedPassword(db, keys, 'moonlight')
  t.match(await readPublication(db), { hasPassword: true, passwordAtHost: false })
  t.equal(await readPublishedPassword(db, keys), 'moonlight')
  t.equal(await readPublishedPassword(db, parseSecretKeys(['b'.repeat(64)])), unreadable)
  const { password } = await db.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
  t.notMatch(password, 'moonlight')
  await savePublication(db, { passwordAtHost: true })
  await savePublishedPassword(db, keys, null)
  t.match(await readPublication(db), { hasPassword: false, passwordAtHost: true })
})
