import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'

/** Runs a proxy until the end of the test. @returns what it says on its standard error; @throws what it said when it ends before it listens */
export async function runProxy(
  t: Test,
  {
    program,
    args,
    folder,
    port,
    env = {},
  }: {
    program: string
    args: string[]
    folder: string
    port: number
    env?: Record<string, string>
  },
): Promise<{ log: () => string }> {
  const proxy = spawn(program, args, {
    env: { ...process.env, ...env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  proxy.stderr.setEncoding('utf8').on('data', chunk => (said += String(chunk)))
  const ended = once(proxy, 'exit')
  t.teardown(async () => {
    proxy.kill('SIGTERM')
    await ended
  })
  while (!(await listens(port))) {
    if (proxy.exitCode !== null) throw new Error(said)
    await sleep(50)
  }
  return { log: () => said }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return outcome
}
