import { CommanderError } from 'commander'
import { VaultError } from '../errors.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { fileFault } from './file-fault.ts'
import { UsageError, type GlobalFlags, type Invocation, type Outcome } from './invocation.ts'
import { buildProgram } from './program.ts'

/** Runs the command. Returns its exit code; never throws. */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { output, errors, signal, words } = invocation
  const json = words.includes('--json')
  const tell = ({ data, lines }: Outcome, flags: GlobalFlags) => {
    output.write(
      flags.json === true
        ? `${JSON.stringify(data, null, 2)}\n`
        : lines.map(line => `${line}\n`).join(''),
    )
  }
  const program = buildProgram(invocation, tell, json)
  try {
    await program.parseAsync([...words], { from: 'user' })
    return exitCodes.done
  } catch (error) {
    const code = exitCodeOf(error, signal)
    // Commander has said it already, but not as JSON.
    if (!(error instanceof CommanderError) || (json && code !== exitCodes.done))
      errors.write(`${failureText(error, code, json)}\n`)
    return code
  }
}

function failureText(error: unknown, exitCode: number, json: boolean): string {
  const { name, message } = spoken(error)
  const text = exitCode === exitCodes.interrupted ? 'Interrupted.' : message
  if (!json) return `vault: ${text}`
  const details =
    error instanceof VaultError
      ? { status: error.status, code: error.code, retryAfterMs: error.retryAfterMs }
      : {}
  return JSON.stringify({
    error: { name, message: text, exitCode, ...details },
  })
}

/** What went wrong, under a name that programs may rely on. */
function spoken(error: unknown): { name: string; message: string } {
  if (error instanceof VaultError || error instanceof UsageError) return error
  if (error instanceof CommanderError) {
    const isHelp = error.code === 'commander.help'
    const message = isHelp ? 'Which command? See --help.' : error.message.replace(/^error: /, '')
    return { name: 'UsageError', message }
  }
  const message = fileFault(error) ?? (error instanceof Error ? error.message : String(error))
  return { name: 'Error', message }
}
