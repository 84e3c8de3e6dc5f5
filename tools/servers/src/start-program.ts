import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * How services use memory in their images (infra/Dockerfile). Less room for new objects saves 14 MB in an idle
 * service. A smaller heap limit makes V8 collect garbage early, where it would otherwise keep 120 MB more after a busy
 * hour. One arena, trimmed above 128 kB, makes malloc give back 30 MB after that hour (mallopt(3)).
 */
export const imageEnvironment = {
  NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=192',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** One of our programs in a separate process. */
export interface Program {
  port: number
  pid: number
  /** Sends SIGTERM, and resolves when the process has ended. */
  stop(): Promise<void>
}

/**
 * Starts one of our programs, for benchmarks, and waits for the message that says its port. Sources (`.ts`)
 * import the sources of other packages. Its standard output is thrown away.
 *
 * @throws Error when it ends before it is ready
 */
export async function startProgram(
  program: URL,
  {
    args = [],
    env = {},
    flags = [],
  }: { args?: readonly string[]; env?: NodeJS.ProcessEnv; flags?: readonly string[] } = {},
): Promise<Program> {
  const sources = program.pathname.endsWith('.ts') ? ['--conditions=night-routine'] : []
  const child = fork(fileURLToPath(program), args, {
    execArgv: [...sources, ...flags],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const failed = ended.then(() => {
    throw new Error(`${program.pathname} ended before it was ready`)
  })
  const [{ port }] = await Promise.race([once(child, 'message'), failed])
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
