import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { imageEnvironment } from '@night-routine/servers'
import { StackError } from './errors.ts'
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

// Generous, for busy machines. A process that ends is noticed at once.
const readyWithin = 300_000
const stopWithin = 120_000

function launch({ name, main, env }: ServiceDefinition, print: (line: string) => void) {
  // Built code runs without the condition that resolves packages to their sources.
  const condition = main.endsWith('.ts') ? ['--conditions=night-routine'] : []
  // A separate process group, so that Ctrl-C reaches only the stack, which stops the services in order.
  const options = {
    env: { ...imageEnvironment, ...env },
    execArgv: condition,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'] as const,
  }
  const child = fork(main, [], { ...options, stdio: [...options.stdio] })
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', line => {
      for (const part of readableLines(line, name)) print(part)
    })
  }
  return child
}

async function ready(child: ChildProcess, name: string): Promise<void> {
  const started = once(child, 'message')
  const ended = once(child, 'exit').then(() => 'ended' as const)
  const outcome = await Promise.race([
    started,
    ended,
    sleep(readyWithin, 'late' as const, { ref: false }),
  ])
  if (outcome === 'ended')
    throw new StackError(`${name} ended while starting; its last lines are above.`)
  if (outcome === 'late') {
    child.kill('SIGKILL')
    throw new StackError(`${name} was not ready within ${readyWithin / 1000} s.`)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const outcome = await Promise.race([ended, sleep(stopWithin, 'late' as const, { ref: false })])
  if (outcome === 'late') {
    child.kill('SIGKILL')
    await ended
  }
}

/**
 * Starts a service and waits until it says that it is ready. One that ends later on its own is
 * started again after a second, as a container platform would.
 *
 * @throws {StackError} when it does not become ready
 */
export async function startServiceProcess(
  definition: ServiceDefinition,
  print: (line: string) => void,
): Promise<ServiceProcess> {
  let stopping = false
  let child = launch(definition, print)
  await ready(child, definition.name)

  function keepAlive() {
    child.once('exit', (code, signal) => {
      if (!stopping) void revive(`${definition.name} ended (${signal ?? code}); starting it again.`)
    })
  }
  async function revive(args: string) {
    print(args)
    await sleep(1000)
    if (stopping) return
    child = launch(definition, print)
    keepAlive()
  }
  keepAlive()

  return {
    stop: async () => {
      stopping = true
      await end(child)
    },
    restart: async () => {
      stopping = true
      await end(child)
      stopping = false
      child = launch(definition, print)
      keepAlive()
    },
  }
}
