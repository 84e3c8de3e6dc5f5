import { CommanderError } from 'commander'
import { InvalidRequest, VaultError } from '../errors.ts'
import { Cancelled, hintOf, UsageError, type Invocation } from './invocation.ts'
import { buildProgram } from './program.ts'

const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** Exit codes of other failures; `vault --help` says what each means. */
const exitCodeByKind: Record<string, number> = {
  WrongCredentials: 3,
  NotSignedIn: 3,
  MfaRequired: 4,
  MfaInvalid: 4,
  WrongKey: 5,
  NotFound: 6,
  TooLarge: 7,
  QuotaExceeded: 7,
  AccountFull: 7,
  Unavailable: 8,
  RateLimited: 8,
  Unreachable: 8,
  TimedOut: 8,
  NotAllowed: 9,
  HostNotAllowed: 9,
}

const fileFaults: Record<string, (path: string) => string> = {
  ENOENT: path => `There is no ${path}.`,
  EACCES: path => `${path} may not be read or written by this user.`,
  EPERM: path => `${path} may not be read or written by this user.`,
  ENOTDIR: path => `${path} is not a folder.`,
  EISDIR: path => `${path} is a folder.`,
  ENOSPC: path => `There is no room left on the disk for ${path}.`,
}

/** Runs the command. Returns its exit code; never throws. */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { output, errors, signal, args } = invocation
  const json = args.includes('--json')
  const program = buildProgram(
    invocation,
    ({ data, lines }, flags) => {
      const text = lines.map(line => `${line}\n`).join('')
      output.write(flags.json === true ? `${JSON.stringify(data, null, 2)}\n` : text)
    },
    json,
  )
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCodes.done
  } catch (error) {
    const code = exitCodeOf(error, signal)
    // Commander has said it already, but not as JSON.
    if (!(error instanceof CommanderError) || (json && code !== exitCodes.done))
      errors.write(`${failureText(error, code, json)}\n`)
    return code
  }
}

function exitCodeOf(error: unknown, signal: AbortSignal): number {
  if (signal.aborted || error instanceof Cancelled) return exitCodes.interrupted
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  // Refused here, before any host was asked: an address, or the path of a file.
  if (error instanceof InvalidRequest && error.endpoint === null) return exitCodes.usage
  if (error instanceof VaultError) return exitCodeByKind[error.name] ?? exitCodes.failed
  // A file or folder of this machine that was named and does not exist.
  const isNotThere = ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))
  return isNotThere ? exitCodes.usage : exitCodes.failed
}

function failureText(error: unknown, exitCode: number, json: boolean): string {
  const { name, message } = spoken(error)
  const text = exitCode === exitCodes.interrupted ? `Interrupted. ${hintOf(error)}`.trim() : message
  if (!json) return `vault: ${text}`
  const details =
    error instanceof VaultError
      ? { status: error.status, code: error.code, retryAfterMs: error.retryAfterMs }
      : {}
  return JSON.stringify({ error: { name, message: text, exitCode, ...details } })
}

/** What went wrong, under a name that programs may rely on. */
function spoken(error: unknown): { name: string; message: string } {
  if (error instanceof VaultError || error instanceof UsageError) return error
  if (error instanceof CommanderError) {
    const isHelp = error.code === 'commander.help'
    const message = isHelp ? 'Which command? See --help.' : error.message.replace(/^error: /, '')
    return { name: 'UsageError', message }
  }
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const fault = 'path' in error && fileFaults[systemCodeOf(error)]?.(String(error.path))
  return { name: 'Error', message: fault || error.message }
}

function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
