import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { once } from 'node:events'

/** One `psql` that stays connected, because a program for each question would cost more than the answer. */
export interface DatabaseSession {
  /** What a query prints: a line for each row, its columns separated by a space. @throws Error while the database is away */
  query: (sql: string) => Promise<string[]>
  /** Ends the program; the next question starts another one. */
  close: () => Promise<void>
}

const mark = '-- end of the answer'
const longestMs = 60_000

/** @param command starts psql, connected to the database, with the options of `psqlOptions` */
export function openDatabaseSession(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): DatabaseSession {
  let program: Program | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function ask(sql: string): Promise<string[]> {
    if (program === undefined || hasEnded(program)) program = startProgram(command, env)
    program.child.stdin.write(`${sql.replaceAll('\n', ' ')};\n\\echo ${mark}\n`)
    const answer = await program.answer()
    if (answer.isWhole && answer.errors === '') return answer.lines
    await end()
    throw new Error(`psql: ${answer.errors.trim() || 'it ended'}`)
  }

  async function end() {
    const ending = program
    program = undefined
    if (ending === undefined || hasEnded(ending)) return
    const { child } = ending
    child.stdin.end()
    const isOver = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), 2_000)
    await isOver
    clearTimeout(timer)
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
  return { query: sql => inTurn(() => ask(sql)), close: () => inTurn(end) }
}

/** The options of `psql`: rows as lines, and an error for a statement that fails. */
export const psqlOptions = [
  '--no-psqlrc',
  '--quiet',
  '--tuples-only',
  '--no-align',
  '--field-separator= ',
]

interface Answer {
  lines: string[]
  errors: string
  /** Whether all of it came. */
  isWhole: boolean
}

interface Program {
  child: ChildProcessWithoutNullStreams
  /** What is printed up to the next mark. */
  answer: () => Promise<Answer>
}

function hasEnded({ child }: Program): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function startProgram([name = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(name, args, { env, detached: true })
  let printed: string[] = []
  let errors = ''
  let resolve: ((answer: Answer) => void) | undefined
  const finish = (isWhole: boolean) => {
    resolve?.({ lines: printed.filter(line => line !== ''), errors, isWhole })
    printed = []
    errors = ''
  }
  child.on('error', () => finish(false))
  child.stdin.on('error', () => {})
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  createInterface({ input: child.stdout })
    .on('line', line => {
      if (line === mark) finish(true)
      else printed.push(line)
    })
    .on('close', () => finish(false))
  const answer = async () => {
    const timer = setTimeout(finish, longestMs, false)
    try {
      return await new Promise<Answer>(answered => {
        resolve = answered
      })
    } finally {
      clearTimeout(timer)
    }
  }
  return { child, answer }
}
