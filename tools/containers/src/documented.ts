import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { session } from './proof.ts'
import type { Installation } from './installation.ts'
import type { ProgramOptions } from './program.ts'

/** What to type for something that the reader fills in. */
type Filled = Record<string, string>

interface DocumentedOptions extends ProgramOptions {
  /** Whether `input` is typed at a terminal, some seconds after the start. */
  terminal?: boolean
}

/**
 * Runs a command as it stands on a page of the docs.
 *
 * @throws Error when no page has it
 * @throws {ProgramError} when it fails
 */
export type RunDocumented = (
  command: string,
  fill?: Filled,
  options?: DocumentedOptions,
) => Promise<string>

export function documented({ shell }: Pick<Installation, 'shell'>): RunDocumented {
  const commands = composeCommands(session.repository)
  return async (command, fill = {}, { terminal = false, ...options } = {}) => {
    if (!commands.has(command)) throw new Error(`no page of the docs has: ${command}`)
    const filled = Object.entries(fill).reduce(
      (text, [name, value]) => text.replaceAll(name, value),
      command,
    )
    return shell(terminal ? atTerminal(filled) : filled, options)
  }
}

/** `script` gives the command a terminal. What is typed too early would be shown by the terminal itself. */
function atTerminal(command: string): string {
  return `{ sleep 2; cat; sleep 2; } | script --quiet --return --command '${command}' /dev/null`
}

/** Every command of our pages that Docker runs, or that prepares it: shell blocks and inline code. */
export function composeCommands(repository: string): Set<string> {
  const pages = globSync('{*.md,docs/*.md,{packages,services,tools}/*/README.md}', {
    cwd: repository,
  }).filter(page => page !== 'CHANGELOG.md')
  const commands = pages.flatMap(page => {
    const text = readFileSync(join(repository, page), 'utf8')
    const prose = text.replaceAll(/^ *```[^]*?^ *```/gm, '')
    const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
      code.replaceAll(/\s+/g, ' '),
    )
    return [...blocksOf(text).flat(), ...inline]
  })
  const form = /^(?:[A-Z_]+=\S+ )*(?:docker |sh infra\/|vi )/
  return new Set(commands.filter(command => form.test(command)))
}

/** The first shell block below a heading of a page, as its commands. */
export function firstBlock(repository: string, page: string, heading: string): string[] {
  const text = readFileSync(join(repository, page), 'utf8')
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const [block] = blocksOf(section)
  if (block === undefined) throw new Error(`${page} has no shell block below “${heading}”`)
  return block
}

/** The shell blocks of a page, each as a list of commands. */
function blocksOf(text: string): string[][] {
  return [...text.matchAll(/^ *```(?:sh|bash|shell|console)\n([^]*?)^ *```/gm)].map(
    ([, block = '']) =>
      block
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .map(line => line.replace(/(?<!\S)# .*/, '').trim())
        .filter(line => line !== ''),
  )
}
