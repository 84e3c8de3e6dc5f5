import type { Token } from 'markdown-it'

/** The part of a note that an id names, a block or a heading with all below it; `a#b` is a heading below another. */
export function sectionOf(tokens: readonly Token[], id: string): Token[] | undefined {
  const start = id.includes('#')
    ? nestedHeading(tokens, id.split('#'))
    : tokens.findIndex(token => token.attrGet('id') === id || anchorsOf(token).includes(id))
  const opener = tokens[start]
  if (opener === undefined) return undefined
  if (opener.type === 'heading_open') {
    const end = tokens.findIndex((token, at) => at > start && endsHeading(token, opener))
    return tokens.slice(start, end === -1 ? undefined : end)
  }
  let end = start
  for (let depth = opener.nesting; depth > 0; depth += tokens[end]?.nesting ?? -1) end += 1
  const block = tokens.slice(start, end + 1)
  if (opener.type !== 'list_item_open') return block
  // An item outside of any list is the paragraphs that it holds.
  for (const token of block) if (token.level === opener.level + 1) token.hidden = false
  return block.slice(1, -1)
}

/** The first heading of a name that is below the others. */
function nestedHeading(tokens: readonly Token[], path: readonly string[]): number {
  let above: Token[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    above = above.filter(({ tag }) => tag < token.tag)
    if (slugOf(token) === path.at(-1) && isBelow(above, path.slice(0, -1))) return at
    above.push(token)
  }
  return -1
}

function isBelow(above: readonly Token[], path: readonly string[]): boolean {
  let found = 0
  for (const heading of above) if (slugOf(heading) === path[found]) found += 1
  return found === path.length
}

/** The id of a heading, without the number of one that is repeated. */
const slugOf = ({ meta }: Token): unknown => meta?.['slug']

/** The ids of a heading besides its own. */
export function anchorsOf({ meta }: Token): string[] {
  const ids: unknown = meta?.['anchors']
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}

/** Gives an id to a block; a heading keeps its own, which links to it know. */
export function addId(token: Token, id: string): void {
  if (token.type === 'heading_open')
    token.meta = { ...token.meta, anchors: [...anchorsOf(token), id] }
  else token.attrSet('id', id)
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
    if (anchorsOf(token).length > 0) token.meta = { ...token.meta, anchors: [] }
    token.children = token.children?.filter(({ type }) => type !== 'footnote_ref') ?? null
  }
  return tokens.slice(0, end === -1 ? undefined : end)
}
