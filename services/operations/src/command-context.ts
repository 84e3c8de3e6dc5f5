import type { Readable } from 'node:stream'
import type { Environment } from '@night-routine/service'

/** What a command needs from its process. */
export interface CommandContext {
  env: Environment
  now: () => Temporal.Instant
  print: (line: string) => void
  /** Standard input, which `restore -` reads. */
  input?: Readable
  /** Ends `nightly`; every other command finishes its work. */
  signal: AbortSignal
}

/** Runs with the words after its name. @returns the exit code */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>
