import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../../src/command/run.ts'

export interface Running {
  readonly home: string
  readonly env?: Record<string, string>
  /** Standard input, where it is no terminal. */
  readonly input?: string
  /** What somebody types on a terminal, one answer after each text that is waited for. */
  readonly typed?: readonly (readonly [prompt: string, answer: string])[]
  readonly terminal?: boolean
  /** How wide the terminal says it is. */
  readonly columns?: number
  readonly signal?: AbortSignal
}

/** Runs the command in this process, as the program's own file would. */
export async function vault(
  args: readonly string[],
  {
    home,
    env = {},
    input = '',
    typed = [],
    terminal = typed.length > 0,
    columns = 100,
    signal,
  }: Running,
) {
  const keyboard = Object.assign(new PassThrough(), { isTTY: terminal, setRawMode: () => {} })
  const output = new PassThrough()
  const errors = Object.assign(new PassThrough(), {
    isTTY: terminal,
    columns,
    rows: 40,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  })
  let said = ''
  errors.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const printed = text(output)
  if (terminal) void type()
  else keyboard.end(input)

  async function type() {
    for (const [prompt, answer] of typed) {
      while (!said.includes(prompt)) await sleep(5)
      keyboard.write(`${answer}\r`)
    }
  }

  const code = await runCommand({
    args,
    env,
    home,
    input: keyboard,
    output,
    errors,
    signal: signal ?? new AbortController().signal,
    patience: { firstWaitMs: 5 },
  })
  output.end()
  return { code, out: await printed, err: said }
}
