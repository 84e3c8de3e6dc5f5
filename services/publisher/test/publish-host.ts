import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressAs, testVaultDatabase } from '@night-routine/testing/database'
import { waitFor } from '@night-routine/servers'
import { createLogger, loadConfig, systemClock } from '@night-routine/service'
import { buildService as buildVault, configSchema } from '@night-routine/vault'
import t, { type Test } from 'tap'
import { watchedProxy } from './watched-proxy.ts'

export const email = 'nights@example.org'
export const password = 'a password for tests'
export const secretKey = '11'.repeat(32)

type Settings = Record<string, string>
export type PublishHost = Awaited<ReturnType<typeof startHost>>

let shared: Promise<PublishHost> | undefined

/** The host that the tests of this process share, emptied except for its account. */
export async function sharedHost(): Promise<PublishHost> {
  shared ??= startHost(t)
  const host = await shared
  const { vaultDb, proxy, folder } = host
  for (const table of ['files', 'sites', 'tokens', 'sign_in_attempts'] as const)
    await vaultDb.deleteFrom(`vault.${table}`).execute()
  for (const shard of readdirSync(join(folder, 'files')))
    rmSync(join(folder, 'files', shard), { recursive: true })
  proxy.bringUp()
  proxy.calls()
  return host
}

/** A host in this process, behind a recording proxy. */
export async function startHost(t: Test) {
  const { here, vaultDb, proxy, folder } = await placeForHost(t)
  return { vaultDb, proxy, folder, host: await here() }
}

/** A host in a process that a test can kill; `restart` continues with its data in this process. */
export async function startKillableHost(t: Test) {
  const { here, behindProxy, environment, ...place } = await placeForHost(t)
  const forked = await startProcess(t, import.meta.resolve('@night-routine/vault'), environment)
  return { ...place, host: await behindProxy(forked), restart: here }
}

/** What a host needs: a database, a folder, and the proxy in front of it. */
async function placeForHost(t: Test) {
  const { db: vaultDb, url: vaultUrl } = await testVaultDatabase(t)
  const folder = mkdtempSync(join(tmpdir(), 'publisher-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const proxy = await watchedProxy(t)
  const environment = {
    DATABASE_URL: addressAs('vault', vaultUrl),
    SECRET_KEYS: secretKey,
    LOG_LEVEL: 'error',
    VAULT_FOLDER: folder,
    VAULT_SITE_HOST: proxy.host,
    VAULT_FIRST_EMAIL: email,
    VAULT_FIRST_PASSWORD: password,
  }
  const behindProxy = async <Host extends { port: number; url: string }>(host: Host) => {
    proxy.to(host.port)
    await waitFor('the host is ready', async () => (await fetch(`${host.url}/readyz`)).ok)
    return host
  }
  const here = async () => {
    const service = await buildVault({
      config: loadConfig(configSchema, environment),
      logger: createLogger({ name: 'vault', level: 'error' }),
      clock: systemClock,
    })
    t.teardown(() => service.close())
    const url = await service.listen({ port: 0, host: '127.0.0.1' })
    return behindProxy({ url, port: Number(new URL(url).port) })
  }
  return { vaultDb, proxy, folder, environment, behindProxy, here }
}

/** A ready service in a separate process, killed at the end of the test. */
export async function startProcess(t: Test, door: string, env: Settings) {
  const child = fork(fileURLToPath(new URL('main.ts', door)), {
    execArgv: ['--conditions=night-routine'],
    env: { ...env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const kill = () => killed(child)
  t.teardown(kill)
  const [ready] = (await once(child, 'message')) as [{ port: number }]
  return { kill, port: ready.port, url: `http://127.0.0.1:${ready.port}` }
}

async function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The content files on the host's disk, and leftovers beside them. */
export function filesOnDisk(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name)
    .toSorted()
}
