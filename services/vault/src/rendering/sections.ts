import type { Token } from 'markdown-it'

/** The part of a note that an id names: a block, or a heading with all that is below it. Undefined if it has none. */
export function sectionOf(tokens: readonly Token[], id: string): Token[] | undefined {
  const start = tokens.findIndex(token => token.attrGet('id') === id)
  const opener = tokens[start]
  if (opener === undefined) return undefined
  const rest = tokens.slice(start + 1)
  const isHeading = opener.type === 'heading_open'
  const end = rest.findIndex(token =>
    isHeading ? endsHeading(token, opener) : token.nesting === -1 && token.level <= opener.level,
  )
  if (isHeading) return tokens.slice(start, end === -1 ? undefined : start + 1 + end)
  const block = tokens.slice(start, start + 2 + end)
  if (opener.type !== 'list_item_open') return block
  // An item outside of any list is the paragraphs that it holds.
  for (const token of block) if (token.level === opener.level + 1) token.hidden = false
  return block.slice(1, -1)
}

function endsHeading(token: Token, { level, tag }: Token): boolean {
  const leaves = token.nesting === -1 && token.level < level
  const isNext = token.type === 'heading_open' && token.level === level && token.tag <= tag
  return leaves || isNext || token.type === 'footnote_block_open'
}

/** Removes ids and footnotes from a note inside of another, where they would be ambiguous. */
export function withoutIds(tokens: readonly Token[]): Token[] {
  const end = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  for (const token of tokens) {
    token.attrs = token.attrs?.filter(([name]) => name !== 'id') ?? null
    token.children = token.children?.filter(({ type }) => type !== 'footnote_ref') ?? null
  }
  return tokens.slice(0, end === -1 ? undefined : end)
}
