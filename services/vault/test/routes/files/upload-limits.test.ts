import { hash } from 'node:crypto'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { rawUpload } from '../../raw-upload.ts'
import { filesIn, startSite } from '../../running-vault.ts'

const sha256 = (content: string | Uint8Array) => hash('sha256', content)
const bytes = (count: number, of = 'x') => of.repeat(count)

t.test('accepts a file of the limit, and refuses one byte more', async t => {
  const settings = { VAULT_FILE_LIMIT: '100000' }
  const { port, upload, list, folder, token, id } = await startSite(t, { settings })
  const [largest, larger] = [bytes(100_000), bytes(100_001)]
  t.equal((await upload(token, id, 'large.bin', largest)).status, 200)
  t.match(await upload(token, id, 'larger.bin', larger), {
    status: 413,
    body: { code: 'TOO_LARGE' },
  })
  const headers: [string, string][] = [
    ['pub-token', token],
    ['pub-id', id],
    ['pub-path', 'chunked.bin'],
    ['pub-hash', sha256(larger)],
    ['Transfer-Encoding', 'chunked'],
  ]
  const body = `${larger.length.toString(16)}\r\n${larger}\r\n0\r\n\r\n`
  t.match(await rawUpload(port, { headers, body }), { status: 413, text: /TOO_LARGE/ })
  t.match(await list(token, id), [{ path: 'large.bin', size: 100_000 }])
  t.same(filesIn(folder), [sha256(largest)])
})

t.test('enforces the quota of a site', async t => {
  const { upload, folder, post, token, id } = await startSite(t, {
    settings: { VAULT_SITE_QUOTA: '100' },
  })
  t.equal((await upload(token, id, 'a', bytes(60))).status, 200)
  t.match(await upload(token, id, 'b', bytes(41)), {
    status: 413,
    body: { code: 'QUOTA_EXCEEDED' },
  })
  t.match(
    await upload(token, id, 'large', bytes(300_000)),
    { status: 413, body: { code: 'QUOTA_EXCEEDED' } },
    'asked before it is received',
  )
  t.equal((await upload(token, id, 'a', bytes(100))).status, 200, 'in place of itself')
  t.equal((await post('/api/remove', { token, id, path: 'a' })).status, 200)
  await waitFor('what was refused is gone', () => filesIn(folder).length === 0)
})

t.test('a content stays while somebody has it, whoever removes it meanwhile', async t => {
  const { upload, list, folder, post, token, id } = await startSite(t)
  const paths = Array.from({ length: 8 }, (_, index) => `${index}.md`)
  await Promise.all(paths.map(path => upload(token, id, path, 'one content')))
  await Promise.all([
    ...paths.map(path => post('/api/remove', { token, id, path })),
    ...paths.map(path => upload(token, id, `again ${path}`, 'one content')),
  ])
  t.equal((await list(token, id)).length, 8)
  t.same(filesIn(folder), [sha256('one content')])
})

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
  t.same(filesIn(folder), [...new Set(files.map(file => file.hash))].toSorted(), 'nothing unused')
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
