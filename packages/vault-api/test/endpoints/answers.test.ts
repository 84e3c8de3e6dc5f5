import { inspect } from 'node:util'
import t from 'tap'
import { failure } from '../failure.ts'
import { hurriedClient, scriptedHost, type Answer, type Seen } from '../scripted-host.ts'
import { fileRows } from './file-rows.ts'
import { published } from './row.ts'
import { siteRows } from './site-rows.ts'
import { userRows } from './user-rows.ts'
import { vaultRows } from './vault-rows.ts'

const rows = [...userRows, ...vaultRows, ...siteRows, ...fileRows]

const page = '<html><head><title>Bad gateway</title></head></html>'
const everywhere: (readonly [answer: Answer, name: string])[] = [
  [{ body: { error: 'x', msg: 'x', code: 'FORBIDDEN' } }, 'NotAllowed'],
  [{ status: 403, body: published('x', 'FORBIDDEN') }, 'NotAllowed'],
  [{ body: page }, 'UnexpectedAnswer'],
  [{ body: 'null' }, 'UnexpectedAnswer'],
  [{ status: 502, body: page }, 'Unavailable'],
  [{ status: 500, body: { error: 'x' } }, 'Unavailable'],
  [{ status: 429, headers: { 'retry-after': '3600' } }, 'RateLimited'],
  [{ status: 307, headers: { location: 'https://evil.example/' } }, 'UnexpectedAnswer'],
]

/** A host that repeats all it was sent, as debugging pages do. */
const echo = ({ headers, body }: Seen): Answer => ({
  body: { error: `${body.toString()} ${JSON.stringify(headers)}`, code: body.toString() },
})

t.equal(
  new Set(rows.map(({ path }) => path)).size,
  16,
  'calls all fourteen endpoints, and two beyond the contract',
)

for (const { path, call, sent, shapes, failures, misshapen } of rows)
  t.test(path, async t => {
    let answer: Answer = {}
    let echoes = false
    const host = await scriptedHost(t, seen => (echoes ? echo(seen) : answer))
    const client = () => hurriedClient(host.address, { patience: { attempts: 1 } })

    for (const [shape, result] of shapes) {
      answer = shape
      t.strictSame(await call(client(), host.host), result, JSON.stringify(shape))
      const asked = host.seen.at(-1)
      t.equal(asked?.path, path)
      t.match(asked?.fields, sent, 'what the contract names is sent')
      t.match(asked?.headers['user-agent'], 'vault-api')
    }
    const unusual =
      misshapen === undefined ? [] : [[{ body: misshapen }, 'UnexpectedAnswer'] as const]
    for (const [shape, name] of [...failures, ...everywhere, ...unusual]) {
      answer = shape
      const error = await failure(call(client(), host.host))
      t.equal(error.name, name, JSON.stringify(shape))
      t.equal(error.endpoint, path)
    }

    echoes = true
    const error = await failure(call(client(), host.host))
    const shown = inspect(error, { depth: 9 }) + JSON.stringify(error)
    t.match(shown, /\*\*\*/, 'what the host repeats is shown')
    t.notMatch(shown, /a-secret-token|moonlight|[0-9a-f]{64}/, 'without its secrets')

    if (path === '/user/signin' || path === '/user/signout') return
    const before = host.seen.length
    const stranger = hurriedClient(host.address, { token: undefined })
    t.equal((await failure(call(stranger, host.host))).name, 'NotSignedIn')
    t.equal(host.seen.length, before, 'without a token nothing is sent')
  })

t.test('creates and opens a vault with a password by the hash of its key', async t => {
  const host = await scriptedHost(t, () => ({ body: { id: 'v1', name: 'N' } }))
  const client = hurriedClient(host.address)
  const salt = '000102030405060708090a0b0c0d0e0f'
  const keyhash = '0ae47c7525605d732e7eb8cfcca7835177b69e0e4bf3de2791728c98cd608fa1'
  await client.vaults.create({ name: 'N', password: 'moonlight', salt, region: 'eu' })
  t.match(host.seen[0]?.fields, { keyhash, salt, region: 'eu', encryption_version: 3 })
  const vault = { uid: 'v1', host: 'sync.example.org', salt, encryptionVersion: 3 }
  await client.vaults.access(vault, { password: 'moonlight' })
  t.match(host.seen[1]?.fields, { keyhash })
  for (const { body } of host.seen) t.notMatch(body.toString(), 'moonlight')
})
