import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { end, imageEnvironment, launch, untilReady } from '@night-routine/servers'
import { readableLines } from './log-lines.ts'

/** What to run: a `main` file, and the environment it reads its configuration from. */
export interface ServiceDefinition {
  name: string
  main: string
  env: Record<string, string | undefined>
}

/** A service in a separate process, restarted until it is stopped. */
export interface ServiceProcess {
  stop(): Promise<void>
  restart(): Promise<void>
}

function start({ name, main, env }: ServiceDefinition, print: (line: string) => void) {
  const child = launch(main, {
    env: { ...imageEnvironment, ...env },
    // A separate process group, so that Ctrl-C reaches only the stack, which stops the services in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', line => {
      for (const part of readableLines(line, name)) print(part)
    })
  }
  return child
}

/**
 * Starts a service and waits until it says that it is ready. One that ends later on its own is
 * started again after a second, as a container platform would.
 *
 * @throws {ServerError} when it does not become ready
 */
export async function startServiceProcess(
  definition: ServiceDefinition,
  print: (line: string) => void,
): Promise<ServiceProcess> {
  let stopping = false
  let child = start(definition, print)
  await untilReady(child, definition.name)

  function keepAlive() {
    child.once('exit', (code, signal) => {
      if (!stopping) void revive(`${definition.name} ended (${signal ?? code}); starting it again.`)
    })
  }
  async function revive(args: string) {
    print(args)
    await sleep(1000)
    if (stopping) return
    child = start(definition, print)
    keepAlive()
  }
  keepAlive()

  return {
    stop: async () => {
      stopping = true
      await end(child, definition.name)
    },
    restart: async () => {
      stopping = true
      await end(child, definition.name)
      stopping = false
      child = start(definition, print)
      keepAlive()
    },
  }
}
