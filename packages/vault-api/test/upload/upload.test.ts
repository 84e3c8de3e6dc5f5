import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import {
  bytesSource,
  fileSource,
  QuotaExceeded,
  SourceChanged,
  TooLarge,
  type UploadProgress,
} from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, inTurn, scriptedHost } from '../scripted-host.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

t.test('sends a file unchanged, also an empty one, with hash, length and path', async t => {
  const bytes = randomBytes(300_000)
  const path = join(t.testdir(), 'file')
  writeFileSync(path, bytes)
  const host = await scriptedHost(t, () => ({}))
  const source = await fileSource(path)
  const client = hurriedClient(host.address, { headerPrefix: 'x-' })
  const name = "a b/ü+%&'(1)*!~.md"
  await client.files.upload({ id: 's', host: host.host }, { path: name, source })
  const [seen] = host.seen
  t.ok(seen?.body.equals(bytes))
  t.match(seen?.headers, {
    'x-token': 'a-secret-token',
    'x-id': 's',
    'x-hash': sha256(bytes),
    'content-length': '300000',
    'content-type': 'application/octet-stream',
  })
  t.match(seen?.headers['x-path'], /^a%20b%2F%C3%BC%2B%25%26/)
  t.equal(decodeURIComponent(String(seen?.headers['x-path'])), name)
  const empty = { path: 'e', source: bytesSource('') }
  await client.files.upload({ id: 's', host: host.host }, empty)
  t.match(host.seen[1]?.headers, { 'content-length': '0', 'x-hash': sha256(Buffer.alloc(0)) })
})

t.test('a retry sends the whole file again, and progress names the attempt', async t => {
  const answers = [null, { status: 503 }, {}]
  const host = await scriptedHost(t, inTurn(answers))
  const bytes = randomBytes(200_000)
  const progress: UploadProgress[] = []
  await hurriedClient(host.address).files.upload(
    { id: 's', host: host.host },
    { path: 'a', source: bytesSource(bytes) },
    { onProgress: step => progress.push(step) },
  )
  t.equal(host.seen.length, 3)
  for (const { body } of host.seen) t.ok(body.equals(bytes))
  for (const attempt of [1, 2, 3]) {
    const sent = progress.filter(step => step.attempt === attempt).map(step => step.sent)
    t.equal(sent[0], 0)
    t.equal(sent.at(-1), bytes.length)
    t.same(
      sent,
      sent.toSorted((a, b) => a - b),
    )
  }
})

t.test('stops if a file changes after it was hashed', async t => {
  const host = await scriptedHost(t, () => ({}))
  const client = hurriedClient(host.address)
  const changes: [what: string, change: (path: string) => void][] = [
    ['same length', path => writeFileSync(path, 'b'.repeat(200_000))],
    ['longer', path => appendFileSync(path, 'a')],
    ['shorter', path => writeFileSync(path, 'a')],
    ['emptied', path => writeFileSync(path, '')],
    ['gone', path => rmSync(path)],
  ]
  for (const [what, change] of changes) {
    const path = join(t.testdir(), 'file')
    writeFileSync(path, 'a'.repeat(200_000))
    const source = await fileSource(path)
    change(path)
    const uploading = client.files.upload({ id: 's', host: host.host }, { path: 'a', source })
    t.type(await failure(uploading), SourceChanged, what)
  }
  t.equal(host.seen.length, 0, 'no request was complete')
})

t.test('refuses what no host accepts before it sends a byte', async t => {
  const host = await scriptedHost(t, () => ({}))
  const client = hurriedClient(host.address, { largestFile: 10 })
  const site = { id: 's', host: host.host }
  const large = { path: 'large', source: bytesSource('x'.repeat(11)) }
  const small = { path: 'small', source: bytesSource('x'.repeat(10)) }
  t.type(await failure(client.files.upload(site, large)), TooLarge)
  t.type(await failure(client.files.uploadAll(site, [small, large])), TooLarge)
  t.equal(host.seen.length, 0)
})

t.test('a signal aborts an upload', async t => {
  const host = await scriptedHost(t, () => ({}))
  const control = new AbortController()
  const endless = {
    size: 10_000_000_000,
    hash: 'ab',
    open: () =>
      Readable.from(
        (async function* () {
          for (;;) {
            yield Buffer.alloc(65_536)
            await nextTurn()
          }
        })(),
      ),
  }
  const client = hurriedClient(host.address, { largestFile: 1e12 })
  await t.rejects(
    client.files.upload(
      { id: 's', host: host.host },
      { path: 'a', source: endless },
      {
        signal: control.signal,
        onProgress: ({ sent }) => sent > 1_000_000 && control.abort(),
      },
    ),
    { name: 'AbortError' },
  )
  t.equal(host.seen.length, 0)
})

t.test('a retried removal may find the file gone', async t => {
  const gone = { status: 404, body: { code: 'NOT_FOUND', message: 'x' } }
  const host = await scriptedHost(t, inTurn([null, gone, gone]))
  const client = hurriedClient(host.address)
  await client.files.remove({ id: 's', host: host.host }, 'a.md')
  t.equal(host.seen.length, 2)
  t.equal(
    (await failure(client.files.remove({ id: 's', host: host.host }, 'a.md'))).name,
    'NotFound',
  )
})

t.test('handles a host that responds before it has read everything', async t => {
  const host = await scriptedHost(t, () => ({}))
  const early = createServer((_request, response) => {
    response.writeHead(507, { connection: 'close' })
    response.end(JSON.stringify({ error: 'Full', code: 'QUOTA_EXCEEDED', message: 'Full' }))
  }).listen(0, '127.0.0.1')
  await once(early, 'listening')
  t.teardown(() => early.close())
  const { port } = early.address() as AddressInfo
  const client = hurriedClient(host.address, {
    addresses: { main: host.address, site: `http://127.0.0.1:${port}` },
    patience: { attempts: 10 },
  })
  const source = bytesSource(randomBytes(20_000_000))
  t.type(
    await failure(client.files.upload({ id: 's', host: '' }, { path: 'a', source })),
    QuotaExceeded,
  )
})

t.test('a slow host gets every byte unchanged', async t => {
  const bytes = randomBytes(4_000_000)
  const path = join(t.testdir(), 'file')
  writeFileSync(path, bytes)
  const digest = createHash('sha256')
  const slow = createServer((request, response) => {
    let chunks = 0
    request.on('data', (chunk: Buffer) => {
      digest.update(chunk)
      chunks += 1
      if (chunks % 20 !== 0) return
      request.pause()
      setTimeout(() => request.resume(), 20)
    })
    request.once('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  t.teardown(() => slow.close())
  const { port } = slow.address() as AddressInfo
  const client = hurriedClient(`http://127.0.0.1:${port}`)
  const source = await fileSource(path)
  await client.files.upload({ id: 's', host: `127.0.0.1:${port}` }, { path: 'a', source })
  t.equal(digest.digest('hex'), sha256(bytes))
})
