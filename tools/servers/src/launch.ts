import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerError } from './errors.ts'

// Generous, for busy machines. A program that ends is noticed at once.
const readyWithin = 300_000
const stopWithin = 120_000

/** Starts one of our programs with a channel. Sources import the sources of other packages; built code does not. */
export function launch(main: string, options: ForkOptions): ChildProcess {
  const condition = main.endsWith('.ts') ? ['--conditions=night-routine'] : []
  return fork(main, [], { ...options, execArgv: [...condition, ...(options.execArgv ?? [])] })
}

/** Waits for the message that says that it is ready. @throws {ServerError} when it ends before, or takes too long */
export async function untilReady(child: ChildProcess, name: string): Promise<void> {
  const outcome = await Promise.race([
    once(child, 'message').then(() => 'ready'),
    once(child, 'exit').then(() => 'ended'),
    sleep(readyWithin, 'late', { ref: false }),
  ])
  if (outcome === 'ready') return
  child.kill('SIGKILL')
  if (outcome === 'ended')
    throw new ServerError(`${name} ended while starting; its last lines are above.`)
  throw new ServerError(`${name} was not ready within ${readyWithin / 1000} s.`)
}

/** Ends a program with this signal. @throws {ServerError} when it had to be killed */
export async function end(
  child: ChildProcess,
  name: string,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = sleep(stopWithin, 'late' as const, { ref: false })
  if ((await Promise.race([ended, late])) !== 'late') return
  child.kill('SIGKILL')
  await ended
  throw new ServerError(`${name} did not end within ${stopWithin / 1000} s of ${signal}`)
}
