import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@night-routine/servers'
import type { Test } from 'tap'
import { runProxy } from '../behind/run-proxy.ts'
import type { Upstream } from './upstream.ts'

/** The services behind the proxy. */
export type Upstreams = Record<'web' | 'webhook-ingest' | 'vault', Upstream>

/** Short, so that the test does not wait for half a minute. */
const timeoutMs = 2_000

/** Caddy with the file of production, but for its port, the addresses of the services and its patience. */
export async function startCaddy(t: Test, upstreams: Upstreams) {
  const port = await freePort()
  const source = await readFile(
    join(import.meta.dirname, '../../../../infra/caddy/Caddyfile'),
    'utf8',
  )
  const edits: [string | RegExp, string][] = [
    [/^\{\n/m, `{\n\tadmin off\n\thttp_port ${port}\n\tdefault_bind 127.0.0.1\n`],
    ['lb_try_duration 30s', `lb_try_duration ${timeoutMs}ms`],
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
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const env = { PUBLIC_URL: `http://localhost:${port}` }
  const { log } = await runProxy(t, { program: 'caddy', args, folder, port, env })
  return { port, log }
}
