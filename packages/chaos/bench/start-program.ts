import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of ours in a process of its own. */
export interface Program {
  port: number
  stop(): Promise<void>
}

/** Starts a program of this folder that tells its port when it listens. What it logs is not kept. */
export async function startProgram(program: string, env: NodeJS.ProcessEnv): Promise<Program> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    execArgv: ['--conditions=night-routine'],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
