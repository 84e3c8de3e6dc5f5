import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { ServerError } from './errors.ts'

/**
 * Runs a program to its end and returns what it printed.
 *
 * @throws {ServerError} when it cannot be started or ends with another code than 0
 */
export async function run(
  program: string,
  args: string[],
  { input = '', ...options }: SpawnOptions & { input?: string } = {},
) {
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  // A program may end before it reads its input.
  child.stdin?.on('error', () => undefined).end(input)
  let printed = ''
  child.stdout?.on('data', chunk => (printed += String(chunk)))
  child.stderr?.on('data', chunk => (printed += String(chunk)))
  // Not `exit`, because the last output may arrive after it.
  await once(child, 'close').catch((error: Error) => {
    throw new ServerError(`${program} cannot be started: ${error.message}`, { cause: error })
  })
  if (child.exitCode !== 0) {
    const end = child.exitCode ?? child.signalCode
    throw new ServerError(`${program} ended with ${end}: ${printed.trim()}`)
  }
  return printed
}
