import type { Readable } from 'node:stream'
import { runCommand } from '@night-routine/operations'
import { now } from './recovery/place.ts'

interface Given {
  env?: Record<string, string | undefined>
  at?: Temporal.Instant
  signal?: AbortSignal
  print?: (line: string) => void
  input?: Readable
}

/** Runs a command in this process: its exit code, and what it printed. */
export async function run(args: readonly string[], { env = {}, at = now, ...given }: Given = {}) {
  const lines: string[] = []
  const code = await runCommand(args, {
    env,
    now: () => at,
    print: line => {
      lines.push(line)
      given.print?.(line)
    },
    ...(given.input && { input: given.input }),
    signal: given.signal ?? new AbortController().signal,
  })
  return { code, said: lines.join('\n') }
}
