import { fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addressAs, testVaultDatabase } from '@night-routine/testing/database'
import { waitFor } from '@night-routine/servers'
import { connect } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { alex, client, filesIn, secretKey, temporaryFolder } from './running-vault.ts'

async function forkVault(t: Test, env: Record<string, string>) {
  const child = fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), {
    execArgv: ['--conditions=night-routine'],
    env: { LOG_LEVEL: 'error', ...env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  await waitFor('a ready host', async () => (await fetch(`${url}/readyz`)).ok)
  return {
    ...client(url),
    port,
    kill: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      const [code] = (await exit) as [number | null]
      return code
    },
  }
}

t.test('a kill -9 during uploads leaves nothing broken', async t => {
  const { url: databaseUrl } = await testVaultDatabase(t)
  const folder = temporaryFolder(t)
  const env = {
    DATABASE_URL: addressAs('vault', databaseUrl),
    SECRET_KEYS: secretKey,
    VAULT_FOLDER: folder,
    VAULT_FIRST_EMAIL: alex.email,
    VAULT_FIRST_PASSWORD: alex.password,
  }
  const first = await forkVault(t, env)
  const token = await first.signIn()
  const id = await first.makeSite(token, 'notes')
  await first.upload(token, id, 'kept.md', 'kept')

  // One upload is stalled halfway and many others are running when the process is killed.
  const large = Buffer.alloc(3_000_000, 'x')
  const socket = connect(first.port, '127.0.0.1').on('error', () => undefined)
  const head = [
    'POST /api/upload HTTP/1.1',
    'Host: h',
    `pub-token: ${token}`,
    `pub-id: ${id}`,
    'pub-path: kept.md',
    `pub-hash: ${hash('sha256', large)}`,
    `Content-Length: ${large.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(large.subarray(0, 1_500_000))
  await waitFor('half of a file', () => filesIn(folder).some(name => name.includes('-')))
  const many = Array.from({ length: 60 }, (_, index) =>
    first.upload(token, id, `${index}.md`, `content ${index} `.repeat(20_000)).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  t.ok(await Promise.race(many))
  await first.kill('SIGKILL')
  const done = await Promise.all(many)
  t.ok(
    filesIn(folder).some(name => name.includes('-')),
    'something was left lying aside',
  )

  const second = await forkVault(t, env)
  const files = await second.list(token, id)
  const paths = new Set(files.map(({ path }) => path))
  for (const [index, ok] of done.entries())
    if (ok) t.ok(paths.has(`${index}.md`), 'what was answered is there')
  t.ok(files.some(({ path, size }) => path === 'kept.md' && size === 4))
  const hashes = [...new Set(files.map(one => one.hash))].toSorted()
  await waitFor('no leftovers', () => filesIn(folder).length === hashes.length)
  t.same(filesIn(folder), hashes, 'no orphan, nothing missing')
  for (const { path } of files) {
    const page = await second.get(`/s/notes/${path}`)
    t.equal(page.status, 200)
    t.ok(page.headers.get('etag'), path)
  }
  t.equal((await second.upload(token, id, 'kept.md', large)).status, 200, 'the next try completes')
  t.equal(await second.kill('SIGTERM'), 0)
})
