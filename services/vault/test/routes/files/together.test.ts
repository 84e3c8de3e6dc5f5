import t from 'tap'
import { filesIn, startSite } from '../../running-vault.ts'

t.test('uploads that share a transaction are judged one by one, in their order', async t => {
  const vault = await startSite(t, { settings: { VAULT_SITE_QUOTA: '100' } })
  const { token, id, upload, list, folder } = vault
  await upload(token, id, 'old.md', 'x'.repeat(30))
  const results = await Promise.all([
    upload(token, id, 'first.md', 'a'.repeat(30)),
    upload(token, id, 'old.md', 'b'.repeat(35)),
    ...Array.from({ length: 6 }, (_, at) => upload(token, id, `${at}.md`, `${at}`.repeat(20))),
    upload(token, id, 'same.md', 'one'),
    upload(token, id, 'same.md', 'two'),
  ])
  const files = await list(token, id)
  const stored = files.reduce((sum, { size }) => sum + size, 0)
  t.ok(stored <= 100, `${stored} bytes`)
  t.ok(stored > 80, 'as much as there is room for')
  const refused = results.filter(({ status }) => status !== 200)
  t.ok(refused.length > 0)
  for (const answer of refused) t.match(answer, { status: 413, body: { code: 'QUOTA_EXCEEDED' } })
  t.same(filesIn(folder), [...new Set(files.map(({ hash }) => hash))].toSorted(), 'nothing unused')
})

t.test('of many uploads to one path one is there, and its content alone', async t => {
  const { token, id, upload, list, folder } = await startSite(t)
  const texts = Array.from({ length: 12 }, (_, at) => `text ${at}`)
  const results = await Promise.all(texts.map(text => upload(token, id, 'a.md', text)))
  t.ok(results.every(({ status }) => status === 200))
  const files = await list(token, id)
  t.equal(files.length, 1)
  t.same(filesIn(folder), [files[0]?.hash])
})
