import t from 'tap'
import { RateLimited, TimedOut, Unreachable, type Retry } from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, inTurn, scriptedHost, type Answer } from '../scripted-host.ts'

const profile = { uid: 'u', name: 'Alex', email: 'a@example.org' }

const passing: [what: string, trouble: Answer | null][] = [
  ['a broken connection', null],
  ['503', { status: 503 }],
  ['502 with a page', { status: 502, body: '<html>' }],
  ['429', { status: 429, headers: { 'retry-after': '0' } }],
  ['408', { status: 408 }],
  ['200 that says overloaded', { body: { error: 'The server is overloaded.' } }],
]
for (const [what, trouble] of passing)
  t.test(`after ${what} a question is asked again`, async t => {
    const answers = [trouble, trouble, { body: profile }]
    const host = await scriptedHost(t, inTurn(answers))
    const retries: Retry[] = []
    const client = hurriedClient(host.address, { onRetry: retry => retries.push(retry) })
    t.match(await client.user.info(), profile)
    t.equal(host.seen.length, 3)
    t.same(
      retries.map(({ endpoint, attempt }) => [endpoint, attempt]),
      [
        ['/user/info', 1],
        ['/user/info', 2],
      ],
    )
  })

t.test('sends a creating request once, even if its response is lost', async t => {
  for (const trouble of [null, { status: 503 }, { status: 500 }]) {
    const host = await scriptedHost(t, () => trouble)
    const client = hurriedClient(host.address)
    await failure(client.sites.create())
    await failure(client.vaults.create({ name: 'N' }))
    await failure(client.user.signIn({ email: 'a', password: 'moonlight', mfa: '123456' }))
    t.equal(host.seen.length, 3)
  }
})

t.test('gives up after the last attempt, with the host’s Retry-After in the error', async t => {
  const host = await scriptedHost(t, () => ({ status: 429, headers: { 'retry-after': '0' } }))
  const error = await failure(hurriedClient(host.address).user.info())
  t.type(error, RateLimited)
  t.equal(host.seen.length, 4)

  const slow = await scriptedHost(t, () => ({ status: 429, headers: { 'retry-after': '3600' } }))
  t.equal((await failure(hurriedClient(slow.address).user.info())).retryAfterMs, 3_600_000)
  t.equal(slow.seen.length, 1, 'an hour is not waited for')
})

t.test('follows no redirect, which would receive the token', async t => {
  const other = await scriptedHost(t, () => ({ body: profile }))
  const host = await scriptedHost(t, () => ({ status: 307, headers: { location: other.address } }))
  t.equal((await failure(hurriedClient(host.address).user.info())).name, 'UnexpectedAnswer')
  t.equal(other.seen.length, 0)
})

t.test('gives up on a host that is not there, or never responds', async t => {
  const patience = { attempts: 2 }
  const gone = await failure(hurriedClient('http://127.0.0.1:1', { patience }).user.info())
  t.type(gone, Unreachable)
  t.match(gone, { code: 'ECONNREFUSED', sent: false, temporary: true })
  const host = await scriptedHost(t, () => undefined)
  for (const timeLimits of [{ idleMs: 80 }, { requestMs: 80 }]) {
    const error = await failure(hurriedClient(host.address, { patience, timeLimits }).user.info())
    t.type(error, TimedOut)
    t.ok(error.temporary)
  }
})

t.test('gives up on a host whose response never ends', async t => {
  const host = await scriptedHost(t, (_seen, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 10)
    response.once('close', () => clearInterval(drip))
    return undefined
  })
  const options = { patience: { attempts: 1 }, timeLimits: { idleMs: 1_000, requestMs: 200 } }
  t.type(await failure(hurriedClient(host.address, options).user.info()), TimedOut)
})

t.test('a signal aborts a call that waits for a response or its next attempt', async t => {
  const reason = new Error('no longer needed')
  let control = new AbortController()
  const silent = await scriptedHost(t, () => {
    control.abort(reason)
    return undefined
  })
  const busy = await scriptedHost(t, () => ({ status: 503, headers: { 'retry-after': '30' } }))
  const waits: number[] = []
  const onRetry = ({ waitMs }: Retry) => {
    waits.push(waitMs)
    setImmediate(() => control.abort(reason))
  }
  for (const host of [silent, busy]) {
    control = new AbortController()
    const client = hurriedClient(host.address, { onRetry })
    await t.rejects(client.user.info({ signal: control.signal }), reason)
    t.equal(host.seen.length, 1)
    await t.rejects(client.vaults.list({ signal: control.signal }), reason)
    t.equal(host.seen.length, 1, 'an ended signal sends nothing')
  }
  t.same(waits, [30_000], 'as long as Retry-After says')
})

t.test('retries a response that breaks off', async t => {
  let asked = 0
  const host = await scriptedHost(t, (_seen, response) => {
    asked += 1
    if (asked > 1) return { body: profile }
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"uid":', () => response.destroy())
    return undefined
  })
  t.match(await hurriedClient(host.address).user.info(), profile)
})

t.test('sends additional headers if a host needs them', async t => {
  const host = await scriptedHost(t, () => ({ body: profile }))
  const headers = { Origin: 'https://app.example.org', 'User-Agent': 'ours/1' }
  await hurriedClient(host.address, { headers }).user.info()
  t.match(host.seen[0]?.headers, { origin: 'https://app.example.org', 'user-agent': 'ours/1' })
})
