import { globSync, readFileSync } from 'node:fs'

/** A command that a page tells people to type. */
export interface DocumentedCommand {
  page: string
  command: string
}

/** What inline code starts with when it is a command. */
const programs =
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|pnpm|node|docker|kubectl|sh|openssl|vault|curl|git|vi|node_modules\/node\/bin\/node) /

/** Pages with instructions. Decisions and the changelog describe the past. */
export const pages = globSync('{*.md,docs/*.md,{packages,services,tools}/*/README.md}')
  .filter(path => path !== 'CHANGELOG.md')
  .toSorted()

/** Every line of the shell blocks on our pages, and every command in inline code. */
export function documentedCommands(): DocumentedCommand[] {
  return pages.flatMap(page => {
    const text = readFileSync(page, 'utf8')
    return [...fenced(text), ...inline(text)].map(command => ({ page, command }))
  })
}

/** The shell blocks of a page, each as a list of commands. */
export function blocksOf(text: string): string[][] {
  return [...text.matchAll(/^ *```(?:sh|bash|shell|console)\n([^]*?)^ *```/gm)].map(
    ([, block = '']) =>
      block
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .map(line => line.replace(/(?:^|\s+)# .*$/, '').trim())
        .filter(line => line !== ''),
  )
}

function fenced(text: string): string[] {
  return blocksOf(text).flat()
}

function inline(text: string): string[] {
  const prose = text.replaceAll(/^ *```[^]*?^ *```/gm, '')
  return [...prose.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter(code => programs.test(code))
}
