import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A server in a separate process, and its memory use. */
export interface Server {
  port: number
  /** Mebibytes resident now. */
  memory(): number
  /** The most since `forgetPeak`. */
  peak(): number
  forgetPeak(): void
  stop(): Promise<void>
}

/** Starts a program of ours that tells its port when it listens. */
export async function startServer(program: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    execArgv: ['--conditions=night-routine'],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const measure = (name: string) => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)?.[1]) / 1024
  }
  return {
    port,
    memory: () => measure('VmRSS'),
    peak: () => measure('VmHWM'),
    // "5" sets the high-water mark back to what is resident now.
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
