import type { Readable, Writable } from 'node:stream'
import type { Patience } from '../transport/send.ts'

export interface Invocation {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
  readonly errors: Writable & { readonly isTTY?: boolean }
  readonly home: string
  readonly signal: AbortSignal
  /** How patiently requests are repeated. */
  readonly patience?: Partial<Patience>
}

/** What a command has to say: for machines, and for people. */
export interface Outcome {
  readonly data: object
  readonly lines: readonly string[]
}

export interface GlobalFlags {
  readonly url?: string
  readonly publishUrl?: string
  readonly siteUrl?: string
  readonly siteHost?: string[]
  readonly headerPrefix?: string
  readonly allowPlainHttp?: boolean
  readonly tokenFile?: string
  readonly json?: boolean
}

export interface Call<Flags extends object = object> {
  readonly invocation: Invocation
  readonly flags: GlobalFlags & Flags
}

/** Whether the command can ask: it needs a terminal for the question and for the answer. */
export function canAsk({ input, errors }: Invocation): boolean {
  return input.isTTY === true && errors.isTTY === true
}

/** The user pressed Ctrl-C at a question. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** The command was called in a way that it does not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const hints = new WeakMap<Error, string>()

/** The same error, which also says what to do: in its own text, so that it is one document with --json. */
export function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof Error)) return error
  error.message = `${error.message} ${hint}`
  hints.set(error, hint)
  return error
}

/** What to do about an error, without what it says; empty if unknown. */
export function hintOf(error: unknown): string {
  return (error instanceof Error && hints.get(error)) || ''
}
