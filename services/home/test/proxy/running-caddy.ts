import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@night-routine/servers'
import type { Test } from 'tap'
import type { Upstream } from './upstream.ts'

/** The services behind the proxy. */
export type Upstreams = Record<'web' | 'webhook-ingest' | 'vault', Upstream>

/** Short, so that the test does not wait for half a minute. */
const patienceMs = 2_000

/** Caddy with the file of production, but for its port, the addresses of the services and its patience. */
export async function startCaddy(t: Test, upstreams: Upstreams) {
  const port = await freePort()
  const source = await readFile(
    join(import.meta.dirname, '../../../../infra/caddy/Caddyfile'),
    'utf8',
  )
  const edits: [string | RegExp, string][] = [
    [/^\{\n/m, `{\n\tadmin off\n\thttp_port ${port}\n\tdefault_bind 127.0.0.1\n`],
    ['lb_try_duration 30s', `lb_try_duration ${patienceMs}ms`],
    ['read_body 15s', 'read_body 1s'],
    ['encode zstd gzip', 'encode zstd gzip\n\tlog'],
    ...Object.entries(upstreams).map(([name, upstream]): [string, string] => [
      `reverse_proxy ${name}:8080`,
      `reverse_proxy 127.0.0.1:${upstream.port}`,
    ]),
  ]
  let text = source
  for (const [from, to] of edits) {
    const edited = text.replace(from, to)
    if (edited === text) throw new Error(`infra/caddy/Caddyfile has no ${String(from)}`)
    text = edited
  }
  const folder = t.testdir()
  const file = join(folder, 'Caddyfile')
  await writeFile(file, text)
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      PUBLIC_URL: `http://localhost:${port}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  caddy.stderr.setEncoding('utf8').on('data', chunk => (log += String(chunk)))
  const ended = once(caddy, 'exit')
  t.teardown(async () => {
    caddy.kill('SIGTERM')
    await ended
  })
  while (
    !(await fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    ))
  ) {
    if (caddy.exitCode !== null) throw new Error(log)
    await sleep(50)
  }
  return { port, log: () => log }
}
