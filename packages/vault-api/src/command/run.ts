import { CommanderError } from 'commander'
import { VaultError } from '../errors.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { UsageError, type Invocation } from './invocation.ts'
import { buildProgram } from './program.ts'

/** Runs the command. Returns its exit code; never throws. */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { output, errors, signal, words } = invocation
  const json = words.includes('--json')
  const program = buildProgram(invocation, ({ data, lines }, flags) => {
    output.write(
      flags.json === true
        ? `${JSON.stringify(data, null, 2)}\n`
        : lines.map(line => `${line}\n`).join(''),
    )
  })
  try {
    await program.parseAsync([...words], { from: 'user' })
    return exitCodes.done
  } catch (error) {
    const code = exitCodeOf(error, signal)
    // Commander has said it already.
    if (!(error instanceof CommanderError)) errors.write(`${failureText(error, code, json)}\n`)
    return code
  }
}

function failureText(error: unknown, exitCode: number, json: boolean): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  const text = exitCode === exitCodes.interrupted ? 'Interrupted.' : message
  if (!json) return `vault: ${text}`
  const details =
    error instanceof VaultError
      ? { status: error.status, code: error.code, retryAfterMs: error.retryAfterMs }
      : {}
  const isKnown = error instanceof VaultError || error instanceof UsageError
  return JSON.stringify({
    error: { name: isKnown ? name : 'Error', message: text, exitCode, ...details },
  })
}
