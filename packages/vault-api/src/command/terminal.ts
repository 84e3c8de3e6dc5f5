import { text as streamText } from 'node:stream/consumers'
import type { UploadProgress } from '../endpoints/files.ts'
import { canAsk, Cancelled, UsageError, type Call, type Invocation } from './invocation.ts'

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

export async function askPassword(
  invocation: Invocation,
  asked: { fromInput: boolean | undefined; message: string; variable: string; twice?: boolean },
): Promise<{ password: string; nextLine?: string | undefined }> {
  const { message, variable } = asked
  if (asked.fromInput === true) {
    const [password = '', next = ''] = (await streamText(invocation.input)).split(/\r?\n/)
    if (password === '') throw new UsageError('The first line of standard input is empty.')
    return { password, nextLine: next === '' ? undefined : next }
  }
  const given = invocation.env[variable]
  if (given) return { password: given }
  const otherwise = `Use --password-stdin, or set ${variable}.`
  const options = { secret: true, otherwise }
  const password = await ask(invocation, message, options)
  // A slip in a new password would lock its owner out for good.
  if (asked.twice === true && (await ask(invocation, `${message}, again`, options)) !== password)
    throw new UsageError('The two passwords are not the same. Nothing was made.')
  return { password }
}

/** Rows as text in columns, each as wide as its widest cell; nothing for no rows. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  )
  return rows.map(row =>
    row
      .map((cell, index) => shown(cell).padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** A text that others chose, without what would steer the terminal. */
export function shown(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Exactly these are meant.
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, '\uFFFD')
}

export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Does work under one bar over all bytes, on a terminal; without a bar elsewhere, and with --json. */
export async function withProgressBar(
  { invocation: { errors }, flags }: Call,
  totalBytes: number,
  work: (onProgress: (progress: UploadProgress) => void) => Promise<void>,
): Promise<void> {
  if (errors.isTTY !== true || flags.json === true || totalBytes === 0) return work(() => {})
  const { SingleBar, Presets } = await import('cli-progress')
  const format = 'Uploading [{bar}] {percentage} %, {eta_formatted} left'
  const bar = new SingleBar({ format, stream: errors, hideCursor: true }, Presets.legacy)
  bar.start(totalBytes, 0)
  const sent = new Map<string, number>()
  let total = 0
  try {
    await work(progress => {
      total += progress.sent - (sent.get(progress.path) ?? 0)
      sent.set(progress.path, progress.sent)
      bar.update(total)
    })
  } finally {
    bar.stop()
  }
}
