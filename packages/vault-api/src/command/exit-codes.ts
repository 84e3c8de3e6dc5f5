import { CommanderError } from 'commander'
import { InvalidRequest, VaultError } from '../errors.ts'
import { Cancelled, UsageError } from './invocation.ts'

/** What the command ends with. The README has the table. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  secondFactor: 4,
  wrongKey: 5,
  notFound: 6,
  noRoom: 7,
  unavailable: 8,
  notAllowed: 9,
  interrupted: 130,
} as const

const byName: Record<string, number> = {
  WrongCredentials: exitCodes.signIn,
  NotSignedIn: exitCodes.signIn,
  MfaRequired: exitCodes.secondFactor,
  MfaInvalid: exitCodes.secondFactor,
  WrongKey: exitCodes.wrongKey,
  NotFound: exitCodes.notFound,
  TooLarge: exitCodes.noRoom,
  QuotaExceeded: exitCodes.noRoom,
  Unavailable: exitCodes.unavailable,
  RateLimited: exitCodes.unavailable,
  Unreachable: exitCodes.unavailable,
  TimedOut: exitCodes.unavailable,
  NotAllowed: exitCodes.notAllowed,
  HostNotAllowed: exitCodes.notAllowed,
}

/** The exit code of an error. */
export function exitCodeOf(error: unknown, signal: AbortSignal): number {
  if (signal.aborted || error instanceof Cancelled) return exitCodes.interrupted
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  // Refused here, before any host was asked: an address, or the path of a file.
  if (error instanceof InvalidRequest && error.endpoint === null) return exitCodes.usage
  if (error instanceof VaultError) return byName[error.name] ?? exitCodes.failed
  return isNotThere(error) ? exitCodes.usage : exitCodes.failed
}

/** A file or folder of this machine that was named and does not exist. */
function isNotThere(error: unknown): boolean {
  const missing = ['ENOENT', 'ENOTDIR']
  return error instanceof Error && 'code' in error && missing.includes(String(error.code))
}
