import { text as streamText } from 'node:stream/consumers'
import { canAsk, Cancelled, UsageError, type Invocation } from './invocation.ts'

/** Asks for a text on the terminal; what is typed is shown only where it is no secret. */
export async function ask(
  invocation: Invocation,
  message: string,
  { secret, otherwise }: { secret: boolean; otherwise: string },
): Promise<string> {
  const { input, errors, signal } = invocation
  if (!canAsk(invocation)) throw new UsageError(`There is no terminal to ask on. ${otherwise}`)
  // Loaded only here: most runs ask nothing.
  const { password, text, isCancel } = await import('@clack/prompts')
  const answer = await (secret ? password : text)({
    message,
    input,
    output: withSize(errors),
    signal,
    validate: value => (value === undefined || value === '' ? 'Something is needed.' : undefined),
  })
  if (isCancel(answer)) throw new Cancelled('Nothing was entered.')
  return answer
}

/** A terminal that a program made may say that it has no columns, and would be given a letter a line. */
function withSize(terminal: Invocation['errors']): Invocation['errors'] {
  const hasNone = 'columns' in terminal && terminal.columns === 0
  return hasNone ? Object.assign(terminal, { columns: 80, rows: 24 }) : terminal
}

/** The lines of standard input, for passwords that must not stand on a command line. */
async function inputLines({ input }: Invocation): Promise<string[]> {
  return (await streamText(input)).split(/\r?\n/)
}

/** A password from standard input, the environment or a person. */
export async function askPassword(
  invocation: Invocation,
  {
    fromInput,
    message,
    variable,
    twice = false,
  }: { fromInput: boolean; message: string; variable: string; twice?: boolean },
): Promise<{ password: string; nextLine: string | undefined }> {
  if (fromInput) {
    const [password = '', next = ''] = await inputLines(invocation)
    if (password === '') throw new UsageError('The first line of standard input is empty.')
    return { password, nextLine: next === '' ? undefined : next }
  }
  const given = invocation.env[variable]
  if (given) return { password: given, nextLine: undefined }
  const otherwise = `Use --password-stdin, or set ${variable}.`
  const password = await ask(invocation, message, { secret: true, otherwise })
  // A slip in a new password would lock its owner out for good.
  if (
    twice &&
    (await ask(invocation, `${message}, again`, { secret: true, otherwise })) !== password
  )
    throw new UsageError('The two passwords are not the same. Nothing was made.')
  return { password, nextLine: undefined }
}
