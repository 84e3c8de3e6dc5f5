import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { attempt, run } from './program.ts'

export interface Engine {
  /** What the docker command needs to reach it. */
  env: Record<string, string>
  version: string
  compose: string
  /** Whether this run started it, and has to stop it. */
  private: boolean
  /** Stops a private engine and undoes what it changed on the machine. Leaves a running one alone. */
  stop(): Promise<void>
}

/** The running engine with the compose plugin, or the reason why it cannot be used. */
export async function findEngine(env: NodeJS.ProcessEnv): Promise<Engine | { reason: string }> {
  const info = await attempt('docker', ['version', '--format', '{{.Server.Version}}'], { env })
  if (info.status !== 0) return { reason: info.stderr.trim().split('\n').at(-1) ?? '' }
  const compose = await attempt('docker', ['compose', 'version', '--short'], { env })
  if (compose.status !== 0) return { reason: 'the compose plugin of Docker is missing' }
  const names = ['PATH', 'DOCKER_HOST', 'DOCKER_CONFIG', 'HOME']
  return {
    env: Object.fromEntries(names.flatMap(name => (env[name] ? [[name, env[name]]] : []))),
    version: info.stdout.trim(),
    compose: compose.stdout.trim(),
    private: false,
    stop: async () => {},
  }
}

/**
 * Starts a private engine with its state in `folder` and programs from `root`.
 *
 * @param root where the packages of the engine were unpacked
 * @throws Error with the end of its log when it does not come up
 */
export async function startEngine(folder: string, root: string, env: NodeJS.ProcessEnv) {
  mkdirSync(folder, { recursive: true })
  const reached = {
    HOME: folder,
    PATH: `${root}/usr/bin:${root}/usr/sbin:${env['PATH'] ?? ''}`,
    DOCKER_HOST: `unix://${folder}/docker.sock`,
    DOCKER_CONFIG: `${root}/cli`,
  }
  const before = await readNetwork()
  const stop = async () => {
    await endDaemon(folder)
    await unmountBelow(folder)
    await restoreNetwork(before)
  }
  try {
    const { version, compose } = await launchDaemon(folder, { ...env, ...reached })
    return { env: reached, private: true, version, compose, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** It may outlive the process that starts it: the file `dockerd.pid` is there as long as it runs. */
async function launchDaemon(folder: string, env: NodeJS.ProcessEnv): Promise<Engine> {
  const log = join(folder, 'dockerd.log')
  const output = openSync(log, 'a')
  const daemon = spawn(
    'dockerd',
    [
      `--data-root=${folder}/data`,
      `--exec-root=${folder}/exec`,
      `--pidfile=${folder}/dockerd.pid`,
      `--host=${env['DOCKER_HOST']}`,
    ],
    { env, detached: true, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  daemon.on('error', () => {})
  daemon.unref()
  try {
    return await waitFor('the private Docker engine', async () => {
      if (daemon.pid === undefined || daemon.exitCode !== null) throw new Error('it ended')
      const answer = await findEngine(env)
      return 'env' in answer && answer
    })
  } catch (error) {
    const said = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n')
    throw new Error(`No private Docker engine could be started:\n${said}`, { cause: error })
  }
}

async function endDaemon(folder: string): Promise<void> {
  const pidFile = join(folder, 'dockerd.pid')
  if (!existsSync(pidFile)) return
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM')
  // Each container has its own time to stop, a minute at most; then the file is removed.
  await waitFor('the end of the private Docker engine', () => !existsSync(pidFile), 120)
}

/** An engine that is stopped while it starts a container leaves the mount of its network there. */
async function unmountBelow(folder: string): Promise<void> {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const paths = mounts.map(line => line.split(' ')[1] ?? '')
  for (const path of paths.filter(one => one.startsWith(`${folder}/`)).toReversed())
    await attempt('umount', ['--lazy', path])
}

const forwarding = '/proc/sys/net/ipv4/ip_forward'

/** The firewall rules and the forwarding of packets, which an engine changes and does not put back. */
async function readNetwork() {
  return { rules: await run('iptables-save', []), forwarding: readFileSync(forwarding, 'utf8') }
}

async function restoreNetwork(before: Awaited<ReturnType<typeof readNetwork>>): Promise<void> {
  await attempt('ip', ['link', 'delete', 'docker0'])
  await run('iptables-restore', [], { input: before.rules })
  writeFileSync(forwarding, before.forwarding)
}
