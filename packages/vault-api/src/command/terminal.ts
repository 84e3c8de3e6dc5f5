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

interface Progress {
  onProgress: (progress: UploadProgress) => void
  /** A file is on the site, or removed from it. */
  onDone: () => void
}

/** Does work under one bar over all files, on a terminal; without a bar elsewhere, and with --json. */
export async function withProgressBar(
  { invocation: { errors }, flags }: Call,
  { files, bytes }: { files: number; bytes: number },
  work: (progress: Progress) => Promise<void>,
): Promise<void> {
  if (errors.isTTY !== true || flags.json === true || files === 0)
    return work({ onProgress: () => {}, onDone: () => {} })
  const { SingleBar, Presets } = await import('cli-progress')
  const format = 'Publishing [{bar}] {percentage} %, {done} of {files} files{left}'
  const bar = new SingleBar({ format, stream: errors, hideCursor: true }, Presets.legacy)
  const all = bytes + files * bytesPerFile
  const timeLeft = timeLeftOf(all)
  bar.start(all, 0, { done: 0, files, left: '' })
  const sent = new Map<string, number>()
  let sentBytes = 0
  let done = 0
  const update = () => {
    const value = sentBytes + done * bytesPerFile
    bar.update(value, { done, left: leftText(timeLeft(value, performance.now())) })
  }
  try {
    await work({
      onProgress: ({ path, sent: now }) => {
        sentBytes += now - (sent.get(path) ?? 0)
        sent.set(path, now)
        update()
      },
      onDone: () => {
        done += 1
        update()
      },
    })
  } finally {
    bar.stop()
  }
}

/** What a small file costs beside its bytes, in bytes that take as long: a round trip, and two syncs of a disk. */
const bytesPerFile = 50_000

/** How far back the rate is measured, and how often, in milliseconds. */
const rateMs = 10_000
const sampleMs = 250

/** A function of what is done by a time: the milliseconds that are left at the rate of the last seconds, null if unknown. */
export function timeLeftOf(all: number): (done: number, now: number) => number | null {
  let samples: { done: number; at: number }[] = []
  return (done, now) => {
    if (now - (samples.at(-1)?.at ?? -Infinity) >= sampleMs) samples.push({ done, at: now })
    // The last one that is older stays, so that a pause counts.
    const first = samples.findLastIndex(({ at }) => at <= now - rateMs)
    samples = samples.slice(Math.max(0, first))
    const [start] = samples
    if (start === undefined || now - start.at < 1_000 || done <= start.done) return null
    return ((all - done) * (now - start.at)) / (done - start.done)
  }
}

/** A remaining time for people, rounded up; empty while it is not known. */
export function leftText(ms: number | null): string {
  if (ms === null || ms === 0) return ''
  const seconds = Math.ceil(ms / 1_000)
  if (seconds < 60) return `, ${seconds} s left`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60
    ? `, ${minutes} min left`
    : `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
