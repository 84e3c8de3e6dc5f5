import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { waitFor } from '@night-routine/servers'
import { attempt, run } from './program.ts'
import type { Session } from './session.ts'
import { pinnedImages } from './stand-ins.ts'

/** A machine that has Node, npm and a clone, and nothing else that we use. */
export interface BareMachine {
  /** The version of its Node, such as `v20.1.2`. */
  node: string
  /** Runs a shell command there and returns its outcome. */
  look: (command: string) => ReturnType<typeof attempt>
  /** Types a command at a terminal in the clone, and waits until it prints this. */
  type: (command: string, until: RegExp) => Promise<Running>
  /** Signs in at an address of the machine, by a browser there. @returns the heading of the page that they then see */
  signIn: (address: string, email: string) => Promise<string>
  remove: () => Promise<void>
}

/** A command at the terminal that has not ended. */
export interface Running {
  printed: () => string
  /** Ctrl-C. Waits for the end. @returns everything that it printed */
  interrupt: () => Promise<string>
}

const user = '/home/node'
const clone = `${user}/night-routine`
const olderNode = '/opt/older-node'

/** Starts such a machine: a container of the image below ours, or with `older`, with that major version of Node. */
export async function startBareMachine(
  { engineEnv: env, projectPrefix, repository, source, standIns }: Session,
  older?: number,
): Promise<BareMachine> {
  const docker = (...args: string[]) => run('docker', args, { env })
  const pinned = pinnedImages(source)['node'] ?? ''
  const image = standIns[pinned] ?? pinned
  const container = `${projectPrefix}-bare-${older ?? 'node'}`
  const path = `${olderNode}/bin:/usr/local/bin:/usr/bin:/bin`
  const place = [`--workdir=${clone}`, `--env=PATH=${path}`, '--env=TERM=dumb', '--user=node']
  const idle = ['--entrypoint=sleep', image, 'infinity']
  await docker('run', '--detach', '--init', `--name=${container}`, ...place, ...idle)
  const asRoot = ['exec', '--user=root', container]
  await docker('cp', `${source}/.`, `${container}:${clone}`)
  await docker(...asRoot, 'chown', '--recursive', 'node:node', user)
  if (older !== undefined) {
    const install = ['npm', 'install', '--global', `--prefix=${olderNode}`, `node@${older}`]
    await docker(...asRoot, ...install)
  }

  return {
    node: (await docker('exec', container, 'node', '--version')).trim(),
    look: command => attempt('docker', ['exec', container, 'sh', '-c', command], { env }),
    async type(command, until) {
      const inside = `docker exec -it ${container} ${command}`
      const terminal = spawn('script', ['--quiet', '--return', '--command', inside, '/dev/null'], {
        env: env,
        stdio: ['pipe', 'pipe', 'inherit'],
        detached: true,
      })
      let text = ''
      terminal.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
      const printed = () => stripVTControlCharacters(text).replaceAll('\r', '')
      const ended = once(terminal, 'close')
      await waitFor(
        `${command} to print ${until}`,
        () => {
          if (terminal.exitCode !== null) throw new Error(`${command} ended:\n${printed()}`)
          return until.test(printed())
        },
        600,
      ).catch((error: unknown) => {
        terminal.kill()
        throw error
      })
      return {
        printed,
        async interrupt() {
          terminal.stdin.write('\u0003')
          await ended
          return printed()
        },
      }
    },
    async signIn(address, email) {
      const its = [`--network=container:${container}`, `--volume=${repository}:/repository:ro`]
      const browser = [
        '--conditions=night-routine',
        'tools/containers/src/installation/first-visit/main.ts',
      ]
      const words = [...its, '--workdir=/repository', '--entrypoint=node', image, ...browser]
      return (
        await docker('run', '--rm', `--name=${container}-browser`, ...words, address, email)
      ).trim()
    },
    async remove() {
      await attempt('docker', ['rm', '--force', container], { env })
    },
  }
}
