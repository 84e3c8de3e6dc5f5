// What brings a container to its limits. The functions run inside, where there may be nothing but Node: they
// use nothing of this module.
import type { Installation } from './installation.ts'
import type { Outcome } from '../engine/program.ts'

/** Runs a function in one of our containers. */
export function runInside<Args extends string[]>(
  { tryShell }: Installation,
  service: string,
  work: (...args: Args) => unknown,
  ...args: Args
): Promise<Outcome> {
  const input = `(${String(work)})(...${JSON.stringify(args)})`
  return tryShell(`docker compose exec -T ${service} node -`, { input, seconds: 60 })
}

/** Takes memory until the kernel ends the process. */
export function takeMemory(): void {
  const held: Buffer[] = []
  for (;;) held.push(Buffer.alloc(2 ** 24, 1))
}

/**
 * Starts processes with many threads, which count as well, until one more is refused. Prints how many there
 * are then, and the status of a page that the service is asked for in that moment.
 */
export function startTooMany(): void {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
  const code = `require('fs').stat('/', () => process.stdin.resume())`
  const end = async (refusal: string) => {
    const [file = ''] = ['/sys/fs/cgroup/pids.current', '/sys/fs/cgroup/pids/pids.current'].filter(
      path => existsSync(path),
    )
    const count = Number(readFileSync(file, 'utf8'))
    const { status } = await fetch('http://127.0.0.1:8080/healthz')
    process.stdout.write(JSON.stringify({ refusal, count, status }))
    process.exit()
  }
  const another = () => {
    // They end with this process, which holds their standard input.
    const child = spawn(process.execPath, ['-e', code], {
      env: { UV_THREADPOOL_SIZE: '48' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.on('error', error => void end(error.message))
    child.on('exit', (_code, signal) => void end(`ended by ${signal}`))
    setTimeout(another, 250)
  }
  another()
}
