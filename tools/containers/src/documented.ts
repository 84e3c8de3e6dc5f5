import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf } from '../../../test/commands/collect.ts'
import { proofs } from '../../../test/commands/table.ts'
import type { Installation } from './installation.ts'
import type { ProgramOptions } from './program.ts'

/** What stands in a documented command for something that the reader fills in, and what to type there. */
type Filled = Record<string, string>

interface DocumentedOptions extends ProgramOptions {
  /** Whether `input` is typed at a terminal, some seconds after the start. */
  terminal?: boolean
}

/** The commands of the docs that one file of proofs has to run, by the table of `test/commands`. */
export interface Documented {
  /**
   * Runs a command as it stands on its page.
   *
   * @throws Error when it is not in the table as one that this file runs
   * @throws {ProgramError} when it fails
   */
  run(command: string, fill?: Filled, options?: DocumentedOptions): Promise<string>
  /** Those that have not been run. */
  left(): string[]
}

/** @param file a file of proofs, as the table names it */
export function documented(file: string, { shell }: Pick<Installation, 'shell'>): Documented {
  const own = Object.entries(proofs).flatMap(([command, proof]) =>
    'by' in proof && proof.by === file ? [command] : [],
  )
  const left = new Set(own)
  return {
    async run(command, fill = {}, { terminal = false, ...options } = {}) {
      if (!own.includes(command))
        throw new Error(`test/commands/table.ts does not say that ${file} runs: ${command}`)
      const filled = Object.entries(fill).reduce(
        (text, [name, value]) => text.replaceAll(name, value),
        command,
      )
      const printed = await shell(terminal ? atTerminal(filled) : filled, options)
      left.delete(command)
      return printed
    },
    left: () => [...left],
  }
}

/** `script` gives the command a terminal. What is typed too early would be shown by the terminal itself. */
function atTerminal(command: string): string {
  return `{ sleep 2; cat; sleep 2; } | script --quiet --return --command '${command}' /dev/null`
}

/** The first block of shell below a heading of a page, as its commands. */
export function firstBlock(repository: string, page: string, heading: string): string[] {
  const text = readFileSync(join(repository, page), 'utf8')
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const [block] = blocksOf(section)
  if (block === undefined) throw new Error(`${page} has no block of shell below “${heading}”`)
  return block
}
