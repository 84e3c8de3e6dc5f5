import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@night-routine/servers'
import type { Test } from 'tap'

const password = 'p@ss/word'

/** Starts a cluster of three nodes with a password for one test; returns the address of one of them. */
export async function startCluster(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-cluster-'))
  const ports = [await freePort(), await freePort(), await freePort()]
  // Each node also needs a port for the cluster bus, which need not be 10,000 higher.
  const inside = [await freePort(), await freePort(), await freePort()]
  const nodes = ports.map((port, index) => startNode(folder, port, inside[index] ?? 0))
  t.teardown(async () => {
    for (const node of nodes) node.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const create = [
    '--cluster',
    'create',
    ...ports.map(address),
    '--cluster-yes',
    '--no-auth-warning',
  ]
  await untilTrue(() => ports.every(port => cli(port, 'ping').includes('PONG')))
  const made = spawnSync('redis-cli', ['-a', password, ...create], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stdout + made.stderr)
  await untilTrue(() =>
    ports.every(port => cli(port, 'cluster', 'info').includes('cluster_state:ok')),
  )
  return `redis+cluster://:${encodeURIComponent(password)}@${address(ports[0] ?? 0)}`
}

const address = (port: number) => `127.0.0.1:${port}`

function startNode(folder: string, port: number, inside: number) {
  const name = `node-${port}`
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'no',
    requirepass: password,
    'maxmemory-policy': 'noeviction',
    'cluster-enabled': 'yes',
    'cluster-port': inside,
    'cluster-config-file': `${name}.conf`,
    'cluster-node-timeout': 2_000,
  }
  const text = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)])
  return spawn('redis-server', text, { stdio: 'ignore' })
}

function cli(port: number, ...text: string[]) {
  const all = ['-p', String(port), '-a', password, '--no-auth-warning', ...text]
  return spawnSync('redis-cli', all, { encoding: 'utf8' }).stdout
}

async function untilTrue(holds: () => boolean) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (holds()) return
    await sleep(100)
  }
  throw new Error('the cluster did not start within 10 s')
}
