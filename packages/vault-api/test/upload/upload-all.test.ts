import type { ServerResponse } from 'node:http'
import t from 'tap'
import { bytesSource, QuotaExceeded, type UploadSource } from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, scriptedHost } from '../scripted-host.ts'

/** A source that knows how often it is open at once. */
function counted(size: number) {
  const whole = bytesSource(Buffer.alloc(size))
  const count = { open: 0, most: 0 }
  const open = () => {
    count.open += 1
    count.most = Math.max(count.most, count.open)
    return whole.open()
  }
  return { count, source: { ...whole, open } }
}

const named = (name: string, count: number, source: UploadSource) =>
  Array.from({ length: count }, (_, at) => ({ path: `${name}${at}`, source }))

t.test('uploads at most sixteen at once, however they are requested', async t => {
  const { count, source } = counted(1)
  const host = await scriptedHost(t, () => {
    count.open -= 1
    return {}
  })
  const client = hurriedClient(host.address)
  const site = { id: 's', host: host.host }
  const files = named('f', 24, source)
  await Promise.all([
    client.files.uploadAll(site, files),
    ...files.map(async file => client.files.upload(site, file)),
  ])
  t.equal(count.most, 16)
  t.equal(host.seen.length, 48)
})

t.test('uploads at most four large files at once, and small ones beside them', async t => {
  const [small, large] = [counted(1), counted(1_048_577)]
  const waiting: ServerResponse[] = []
  let smallOnes = 0
  // Large ones are answered once all small ones are there.
  const host = await scriptedHost(t, ({ headers }, response) => {
    if (String(headers['pub-path']).startsWith('large')) {
      large.count.open -= 1
      waiting.push(response)
    } else {
      smallOnes += 1
      response.end('{}')
    }
    if (smallOnes === 8) for (const one of waiting.splice(0)) one.end('{}')
    return undefined
  })
  const files = [...named('large', 8, large.source), ...named('small', 8, small.source)]
  await hurriedClient(host.address).files.uploadAll({ id: 's', host: host.host }, files)
  t.equal(large.count.most, 4)
  t.equal(host.seen.length, 16)
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
