import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerError } from '../errors.ts'

/** How long a server may take to finish its requests after SIGTERM. */
const timeoutMs = 10_000

/**
 * Starts a server program, and waits until it answers at this address.
 * @returns how to stop it
 * @throws {ServerError} with the last lines it printed
 */
export async function startServer(
  url: string,
  [program, ...args]: [string, ...string[]],
  options: SpawnOptions = {},
): Promise<() => Promise<void>> {
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  server.stderr?.on('data', chunk => (printed = `${printed}${String(chunk)}`.slice(-2000)))
  const ended = once(server, 'exit').catch(() => undefined)
  // A detached program leads a group of workers, which would outlive it.
  const end = (signal: NodeJS.Signals) =>
    options.detached && server.pid ? process.kill(-server.pid, signal) : server.kill(signal)
  for (let tries = 0; tries < 300 && server.exitCode === null; tries += 1) {
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => undefined)
    if (answer !== undefined)
      return async () => {
        end('SIGTERM')
        // Radicale finishes its requests first, and an odd event can take it half an hour.
        const late = setTimeout(() => end('SIGKILL'), timeoutMs)
        await ended
        clearTimeout(late)
      }
    await sleep(100)
  }
  end('SIGKILL')
  throw new ServerError(`${program} does not answer: ${printed}`)
}
