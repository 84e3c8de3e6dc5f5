import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { session } from './proof.ts'
import type { Installation } from '../installation/installation.ts'
import type { ProgramOptions } from '../engine/program.ts'

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
    const filled = fillIn(command, fill)
    return shell(terminal ? atTerminal(filled) : filled, options)
  }
}

/** Replaces each name, the longest first. What is filled in stays as it is, even if another name is part of it. */
function fillIn(command: string, fill: Filled): string {
  const [name, ...others] = Object.keys(fill).toSorted((one, other) => other.length - one.length)
  if (name === undefined) return command
  const rest = Object.fromEntries(others.map(other => [other, fill[other] ?? '']))
  return command
    .split(name)
    .map(part => fillIn(part, rest))
    .join(fill[name])
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
  const form = /^(?:[A-Z_]+=\S+ )*(?:docker |sh infra\/|vi |mkdir )/
  return new Set(commands.filter(command => form.test(command)))
}

/** The first shell block below a heading of a page, as its commands. */
export function firstBlock(repository: string, page: string, heading: string): string[] {
  return shellBlocks(repository, page, heading)[0] ?? []
}

/** The shell blocks below a heading of a page, up to the next heading of its level. @throws Error if there is none */
export function shellBlocks(repository: string, page: string, heading: string): string[][] {
  const text = readFileSync(join(repository, page), 'utf8')
  const [, level = '', section = ''] = new RegExp(`^(#+) ${heading}\\n([^]*)`, 'm').exec(text) ?? []
  const blocks = blocksOf(section.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '')
  if (blocks.length === 0) throw new Error(`${page} has no shell block below “${heading}”`)
  return blocks
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
