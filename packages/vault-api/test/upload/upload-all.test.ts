import type { ServerResponse } from 'node:http'
import t from 'tap'
import { bytesSource, QuotaExceeded } from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, scriptedHost } from '../scripted-host.ts'

t.test('uploads at most eight at once, however they are requested', async t => {
  let most = 0
  const held: ServerResponse[] = []
  // Answers when eight wait, and a moment later, so that a ninth would be seen.
  const host = await scriptedHost(t, (_seen, response) => {
    held.push(response)
    most = Math.max(most, held.length)
    if (held.length === 8)
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
  t.equal(most, 8)
  t.equal(host.seen.length, 48)
})

t.test(
  'after a failure starts no upload, waits for running ones, and throws the failure',
  async t => {
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
    t.ok(host.seen.length < 20, `${host.seen.length} sent`)
  },
)
