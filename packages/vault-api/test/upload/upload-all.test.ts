import t from 'tap'
import { bytesSource, QuotaExceeded } from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, scriptedHost } from '../scripted-host.ts'

t.test('uploads at most four at once, however they are requested', async t => {
  let now = 0
  let most = 0
  const host = await scriptedHost(t, (_seen, response) => {
    now += 1
    most = Math.max(most, now)
    setTimeout(() => {
      now -= 1
      response.end('{}')
    }, 20)
    return undefined
  })
  const client = hurriedClient(host.address)
  const site = { id: 's', host: host.host }
  const files = Array.from({ length: 12 }, (_, index) => ({
    path: `f${index}`,
    source: bytesSource(String(index)),
  }))
  await Promise.all([
    client.files.uploadAll(site, files),
    ...files.map(async file => client.files.upload(site, file)),
  ])
  t.equal(most, 4)
  t.equal(host.seen.length, 24)
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
    t.ok(host.seen.length < 12, `${host.seen.length} sent`)
  },
)
