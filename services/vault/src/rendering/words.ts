import type { Token } from 'markdown-it'

/** The words of a block that people see, for the search. */
export function textOf({ type, content, children }: Token): string {
  if (type === 'inline') return plainText(children ?? [])
  return ['fence', 'code_block', 'formula_block'].includes(type) ? content.trim() : ''
}

/** The words of a line that people see. Soft hyphens would keep the search from finding a word. */
export function plainText(children: readonly Token[]): string {
  return children
    .map(({ type, content }) => {
      if (['text', 'code_inline', 'formula'].includes(type)) return content
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : ''
    })
    .join('')
    .replaceAll('\u00AD', '')
    .trim()
}
