import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { bytesSource, fileSource, QuotaExceeded } from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, scriptedHost } from '../scripted-host.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

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
  const bytes = randomBytes(12_000_000)
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
