import { hash } from 'node:crypto'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { rawUpload } from '../../raw-upload.ts'
import { filesIn, startSite } from '../../running-vault.ts'

const sha256 = (content: string | Uint8Array) => hash('sha256', content)
const bytes = (count: number, of = 'x') => of.repeat(count)

t.test('accepts 50 MB, and refuses one byte more', async t => {
  const { port, upload, list, folder, token, id } = await startSite(t)
  const largest = new Uint8Array(52_428_800).fill(7)
  t.equal((await upload(token, id, 'large.bin', largest)).status, 200)
  const larger = new Uint8Array(52_428_801).fill(7)
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
  const body = Buffer.concat([
    Buffer.from(`${larger.length.toString(16)}\r\n`),
    larger,
    Buffer.from('\r\n0\r\n\r\n'),
  ])
  t.match(await rawUpload(port, { headers, body }), { status: 413, text: /TOO_LARGE/ })
  t.match(await list(token, id), [{ path: 'large.bin', size: 52_428_800 }])
  t.same(filesIn(folder), [sha256(largest)])
})

t.test('enforces the quota of a site', async t => {
  const { upload, list, folder, post, token, id } = await startSite(t, {
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
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, index) => upload(token, id, `f${index}`, bytes(30, `${index}`))),
  )
  t.equal(many.filter(({ status }) => status === 200).length, 3, 'also for many at once')
  t.equal((await list(token, id)).length, 3)
  await waitFor('what was refused is gone', () => filesIn(folder).length === 3)
  t.equal(filesIn(folder).length, 3, 'what was refused is not kept')
})

t.test('handles simultaneous uploads of one path and of one content', async t => {
  const { upload, list, folder, post, token, id } = await startSite(t)
  const contents = Array.from({ length: 8 }, (_, index) => `content ${index}`.repeat(5_000))
  const answers = await Promise.all(contents.map(content => upload(token, id, 'a.md', content)))
  t.ok(answers.every(({ status }) => status === 200))
  const [file, ...others] = await list(token, id)
  t.same(others, [])
  t.same(filesIn(folder), [file?.hash], 'one of them, whole, and no other')

  const paths = Array.from({ length: 8 }, (_, index) => `${index}.md`)
  await Promise.all(paths.map(path => upload(token, id, path, 'one content')))
  await Promise.all([
    ...paths.map(path => post('/api/remove', { token, id, path })),
    ...paths.map(path => upload(token, id, `again ${path}`, 'one content')),
  ])
  t.equal((await list(token, id)).length, 9)
  t.ok(filesIn(folder).includes(sha256('one content')), 'kept while somebody has it')
})
