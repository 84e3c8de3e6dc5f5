import { readFileSync, writeFileSync } from 'node:fs'
import { startProgram, type Program } from '@night-routine/servers'

/** A server in a separate process, and its memory use. */
export interface Server extends Program {
  /** Mebibytes resident now. */
  memory(): number
  /** The most since `forgetPeak`. */
  peak(): number
  forgetPeak(): void
}

/** Starts a program of this service. */
export async function startServer(program: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const started = await startProgram(new URL(program, import.meta.url), { env })
  const measure = (name: string) => {
    const status = readFileSync(`/proc/${started.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)?.[1]) / 1024
  }
  return {
    ...started,
    memory: () => measure('VmRSS'),
    peak: () => measure('VmHWM'),
    // "5" sets the high-water mark back to what is resident now.
    forgetPeak: () => writeFileSync(`/proc/${started.pid}/clear_refs`, '5'),
  }
}
