import { hash } from 'node:crypto'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { rawUpload } from '../../raw-upload.ts'
import { filesIn, robin, startSite } from '../../running-vault.ts'

const sha256 = (content: string | Uint8Array) => hash('sha256', content)

t.test('stores each content once', async t => {
  const { upload, list, post, folder, token, id, makeSite } = await startSite(t)
  const content = 'the same bytes'
  const answer = await upload(token, id, 'a/One.md', content)
  t.match(answer, { status: 200, body: { status: 'ok', path: 'a/One.md', hash: sha256(content) } })
  await upload(token, id, 'two.md', content)
  const other = await makeSite(token)
  await upload(token, other, 'three.md', content)
  t.same(filesIn(folder), [sha256(content)])
  t.match(await list(token, id), [
    { path: 'a/One.md', hash: sha256(content), size: 14, ctime: 1_795_176_000_000 },
    { path: 'two.md' },
  ])

  await upload(token, id, 'two.md', 'other bytes')
  t.same(filesIn(folder), [sha256(content), sha256('other bytes')].toSorted())
  await upload(token, id, 'two.md', content)
  t.same(filesIn(folder), [sha256(content)], 'what was replaced is gone')
  for (const [site, path] of [
    [id, 'a/One.md'],
    [id, 'two.md'],
  ])
    t.match((await post('/api/remove', { token, id: site, path })).status, 200)
  t.same(filesIn(folder), [sha256(content)], 'another site has it still')
  await post('/api/remove', { token, id: other, path: 'three.md' })
  t.same(filesIn(folder), [])
})

t.test('keeps paths as they are sent', async t => {
  const { upload, list, post, token, id } = await startSite(t)
  const paths = [
    'a+b.md',
    'Übung/é.md',
    'e\u0301.md',
    'é.md',
    'emoji 😀 & more?.md',
    '100%.md',
    '%2e%2e/x.md',
    '.hidden',
    'a..b/...',
    `${'x'.repeat(255)}/${'y'.repeat(255)}`,
  ]
  for (const path of paths) t.match(await upload(token, id, path, path), { body: { path } })
  t.same((await list(token, id)).map(({ path }) => path).toSorted(), paths.toSorted())
  for (const path of paths) t.equal((await post('/api/remove', { token, id, path })).status, 200)
  t.same(await list(token, id), [])
})

t.test('refuses bad headers', async t => {
  const { upload, list, folder, makeSite, signIn, token, id } = await startSite(t)
  const robins = await signIn(robin)
  const other = await makeSite(robins)
  const none = sha256('content')
  const table: [what: string, headers: Record<string, string>, status: number, code: string][] = [
    ['no token', { 'pub-token': '' }, 401, 'NOT_SIGNED_IN'],
    ['a dead token', { 'pub-token': 'x' }, 401, 'NOT_SIGNED_IN'],
    ['another account', { 'pub-token': robins }, 404, 'NOT_FOUND'],
    ['another account’s site', { 'pub-id': other }, 404, 'NOT_FOUND'],
    ['no site', { 'pub-id': '' }, 400, 'INVALID_REQUEST'],
    ['an unknown site', { 'pub-id': 'f'.repeat(32) }, 404, 'NOT_FOUND'],
    ['no hash', { 'pub-hash': '' }, 400, 'INVALID_REQUEST'],
    ['half a hash', { 'pub-hash': none.slice(1) }, 400, 'INVALID_REQUEST'],
    ['a hash with a prefix', { 'pub-hash': `sha256-${none}` }, 400, 'INVALID_REQUEST'],
    ['the hash of something else', { 'pub-hash': sha256('x') }, 422, 'HASH_MISMATCH'],
    // The rules of paths are those of the client: packages/vault-api/test/upload/paths.test.ts.
    ...[
      '',
      '../x',
      '%2E%2E%2Fx',
      'a%5C..%5Cb',
      'a%00b',
      '%',
      '%C3',
      '%ED%A0%80',
      'x'.repeat(256),
      'ü',
    ].map((path): [string, Record<string, string>, number, string] => [
      `the path ${path.slice(0, 20)}`,
      { 'pub-path': path },
      400,
      'INVALID_REQUEST',
    ]),
  ]
  for (const [what, headers, status, code] of table) {
    const answer = await upload(token, id, 'a.md', 'content', headers)
    t.match(answer, { status, body: { code, error: /./, message: /./, msg: /./ } }, what)
  }
  t.same(await list(token, id), [])
  t.same(await list(robins, other), [])
  await waitFor('what was refused is gone', () => filesIn(folder).length === 0)
  t.same(filesIn(folder), [], 'and nothing is left on the disk')
  t.match(await upload(token, id, 'a.md', 'content', { 'pub-hash': none.toUpperCase() }), {
    status: 200,
    body: { hash: none },
  })
})

t.test('refuses a body that differs from its headers', async t => {
  const { port, list, folder, token, id } = await startSite(t)
  const headers = (more: [string, string][], content: string): [string, string][] => [
    ['pub-token', token],
    ['pub-id', id],
    ['pub-path', 'a.md'],
    ['pub-hash', sha256(content)],
    ...more,
  ]
  const raw = (more: [string, string][], body: string, content = body, breakOff = false) =>
    rawUpload(port, { headers: headers(more, content), body, breakOff })

  const shorter = await raw([['Content-Length', '20']], 'ten bytes.', undefined, true)
  t.equal(shorter.status, 400, 'shorter')
  // What is too much is read as the beginning of another request, and may be refused first.
  t.match((await raw([['Content-Length', '3']], 'ten bytes.')).status, /^4(00|22)$/, 'longer')
  t.equal((await raw([['Content-Length', '-1']], 'ten bytes.')).status, 400)
  const two = ['1', '2'].map((length): [string, string] => ['Content-Length', length])
  t.equal((await raw(two, 'ab')).status, 400)
  t.equal((await raw([['Transfer-Encoding', 'chunked']], 'zz\r\n')).status, 400, 'broken chunks')
  const halfChunk = await raw([['Transfer-Encoding', 'chunked']], '5\r\nab', 'abcde', true)
  t.equal(halfChunk.status, 400, 'half a chunk')
  const twice: [string, string][] = [
    ['pub-path', 'b.md'],
    ['Content-Length', '2'],
  ]
  t.match(await raw(twice, 'ab'), { status: 400, text: /is repeated/ })
  t.same(await list(token, id), [])
  await waitFor('what was refused is gone', () => filesIn(folder).length === 0)
  t.same(filesIn(folder), [])

  const chunks = '5\r\nabcde\r\n0\r\n\r\n'
  t.equal((await raw([['Transfer-Encoding', 'chunked']], chunks, 'abcde')).status, 200)
  t.match(await list(token, id), [{ path: 'a.md', hash: sha256('abcde'), size: 5 }], 'chunked')
  t.equal((await raw([['Content-Length', '0']], '')).status, 200, 'empty')
  t.equal((await raw([], '')).status, 200, 'empty, without a length')
  t.match(await list(token, id), [{ path: 'a.md', hash: sha256(''), size: 0 }])
})

t.test('accepts headers with another prefix', async t => {
  const { port, token, id } = await startSite(t, { settings: { VAULT_HEADER_PREFIX: 'X-Other-' } })
  for (const prefix of ['pub-', 'x-other-', 'PUB-', 'X-OTHER-']) {
    const headers = ['token', 'id', 'path', 'hash'].map((name, index): [string, string] => [
      prefix + name,
      [token, id, 'a.md', sha256('ab')][index] ?? '',
    ])
    const length: [string, string] = ['Content-Length', '2']
    t.equal((await rawUpload(port, { headers: [...headers, length], body: 'ab' })).status, 200)
  }
})
