import type { ServerResponse } from 'node:http'
import t from 'tap'
import { bytesSource, QuotaExceeded } from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, scriptedHost } from '../scripted-host.ts'

t.test('uploads at most sixteen at once, however they are requested', async t => {
  let most = 0
  const held: ServerResponse[] = []
  // Answers when sixteen wait, and a moment later, so that another would be seen.
  const host = await scriptedHost(t, (_seen, response) => {
    held.push(response)
    most = Math.max(most, held.length)
    if (held.length === 16)
      setTimeout(() => {
        for (const one of held.splice(0)) one.end('{}')
      }, 20)
    return undefined
  })
  const client = hurriedClient(host.address)
  const site = { id: 's', host: host.host }
  const files = Array.from({ length: 24 }, (_, index) => ({
    path: `f${index}`,
    source: bytesSource(String(index)),
  }))
  await Promise.all([
    client.files.uploadAll(site, files),
    ...files.map(async file => client.files.upload(site, file)),
  ])
  t.equal(most, 16)
  t.equal(host.seen.length, 48)
})

t.test('uploads at most four large files at once, and small ones beside them', async t => {
  const waiting = new Map<string, ServerResponse>()
  const seen: number[] = []
  const host = await scriptedHost(t, ({ headers }, response) => {
    const path = String(headers['pub-path'])
    if (path.startsWith('small')) return {}
    waiting.set(path, response)
    seen.push(waiting.size)
    if (waiting.size === 4)
      setTimeout(() => {
        for (const [at, one] of waiting) one.end('{}', () => waiting.delete(at))
      }, 20)
    return undefined
  })
  const large = bytesSource(Buffer.alloc(1_048_577))
  const files = Array.from({ length: 8 }, (_, at) => ({ path: `large${at}`, source: large }))
  const small = Array.from({ length: 8 }, (_, at) => ({
    path: `small${at}`,
    source: bytesSource('x'),
  }))
  const done: string[] = []
  await hurriedClient(host.address).files.uploadAll(
    { id: 's', host: host.host },
    [...files, ...small],
    { onUploaded: ({ path }) => done.push(path) },
  )
  t.equal(Math.max(...seen), 4)
  t.equal(seen.length, 8)
  t.match(done[0], /^small/, 'small ones do not wait')
})

t.test('after a failure starts no upload, waits for running ones, and throws it', async t => {
  const host = await scriptedHost(t, ({ headers }) =>
    headers['pub-path'] === 'f3' ? { status: 507, body: { error: 'Full' } } : {},
  )
  const done: string[] = []
  const files = Array.from({ length: 50 }, (_, index) => ({
    path: `f${index}`,
    source: bytesSource(String(index)),
  }))
  const uploading = hurriedClient(host.address).files.uploadAll(
    { id: 's', host: host.host },
    files,
    { onUploaded: ({ path }) => done.push(path) },
  )
  t.type(await failure(uploading), QuotaExceeded)
  t.equal(done.length, host.seen.length - 1)
  t.ok(host.seen.length < 30, `${host.seen.length} sent`)
})
