import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own. */
export interface Server {
  port: number
  pid: number
  stop(): Promise<void>
}

/** Starts a program of ours that tells its port when it listens. What it logs is written, unseen. */
export async function startServer(program: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    execArgv: ['--conditions=night-routine'],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
