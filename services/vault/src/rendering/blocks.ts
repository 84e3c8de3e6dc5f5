import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import mime from 'mime-types'
import { isElsewhere } from './boxes.ts'
import { idOfBlock } from './links.ts'
import { addId } from './sections.ts'
import { isNote } from './site-map.ts'

/** Names of blocks, and notes that stand in for a paragraph. */
export function blocks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('block-ids', nameBlocks)
  markdown.core.ruler.push('embeds', liftEmbeds)
}

/** The name at the end of a block. */
export const blockName = /(?:^|[ \t])\^([A-Za-z0-9-]{1,100})[ \t]*$/

/** Gives a block that ends in ` ^name` its id; a paragraph of only a name belongs to the block before it. */
function nameBlocks(state: StateCore): void {
  const { tokens } = state
  const lines = state.src.split('\n')
  const lone = new Set<Token>()
  const framed = new Map<Token, string>()
  let outer: Token | undefined
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    if (token.level === 0 && token.nesting === 1) outer = token
    if (token.type !== 'inline' || !isNamed(before)) continue
    const named = takeName(token)
    if (named === null) continue
    const id = idOfBlock(named.id)
    const isAlone = named.isAlone && before?.type === 'paragraph_open'
    const owner = isAlone ? openerBefore(tokens, at - 1) : ownerOf(tokens, at, { lines, outer })
    if (owner?.nesting === 0 && owner.type !== 'formula_block') framed.set(owner, id)
    else if (owner !== undefined) addId(owner, id)
    if (isAlone) for (const gone of tokens.slice(at - 1, at + 2)) lone.add(gone)
  }
  state.tokens = tokens
    .filter(token => !lone.has(token))
    .flatMap(token => frame(state, [token], framed.get(token)))
}

/** Puts blocks without an element of their own for an id into one that has it. */
function frame({ Token: Kind }: StateCore, inner: Token[], id: string | undefined): Token[] {
  if (id === undefined) return inner
  const [start, end] = [new Kind('named_open', 'div', 1), new Kind('named_close', 'div', -1)]
  const level = inner[0]?.level ?? 0
  for (const token of [start, end]) Object.assign(token, { block: true, level })
  start.attrSet('id', id)
  return [start, ...inner, end]
}

const isNamed = (block: Token | undefined) =>
  block?.type === 'paragraph_open' || block?.type === 'heading_open'

/** Takes the name off the end of a text. `isAlone`: the text holds nothing else. */
function takeName({ children }: Token): { id: string; isAlone: boolean } | null {
  const [previous, last] = [children?.at(-2), children?.at(-1)]
  if (last?.type !== 'text') return null
  const [all, id] = blockName.exec(last.content) ?? []
  if (all === undefined || id === undefined) return null
  // Glued to other text it is no name: `**bold**^id`. After an embed it is.
  const isGlued = previous !== undefined && !['softbreak', 'image'].includes(previous.type)
  if (all.startsWith('^') && isGlued) return null
  last.content = last.content.replace(blockName, '')
  if (last.content === '' && previous?.type === 'softbreak') children?.splice(-2)
  return { id, isAlone: last.content === '' && previous === undefined }
}

/** The paragraph of a text, its item where a tight list hides the paragraph, or the quote below which the name stands. */
function ownerOf(
  tokens: readonly Token[],
  at: number,
  { lines, outer }: { lines: readonly string[]; outer: Token | undefined },
): Token | undefined {
  // A last line without the sign of the quote is no part of the paragraph in it.
  const last = lines[(tokens[at]?.map?.[1] ?? 0) - 1]
  if (outer?.type === 'blockquote_open' && last?.startsWith('^')) return outer
  const item = tokens[at - 2]
  return item?.type === 'list_item_open' ? item : tokens[at - 1]
}

/** The token that opened what ends before a place. */
function openerBefore(tokens: readonly Token[], at: number): Token | undefined {
  let depth = 0
  for (let index = at - 1; index >= 0; index--) {
    const token = tokens[index]
    depth -= token?.nesting ?? 0
    if (depth <= 0) return depth === 0 ? token : undefined
  }
  return undefined
}

/** What a note shows inside of its text; a file of any other kind may be a note with a dot in its name. */
const insideText = /^(?:image|audio|video)\/|^application\/pdf$/

/** Whether an embed may show a note. */
function showsNote({ type, attrs }: Token): boolean {
  if (type !== 'image') return false
  const address = String(attrs?.find(([attribute]) => attribute === 'src')?.[1] ?? '')
  const path = address.split('#', 1)[0] ?? ''
  if (address.startsWith('wikilink:')) return !insideText.test(mime.lookup(path) || '')
  return isNote(path) && !/^[a-z][a-z\d+.-]+:/i.test(path)
}

const isLifted = (token: Token) => showsNote(token) || isElsewhere(token)

/** Lifts an embedded note out of its paragraph, because a paragraph cannot hold headings and lists. */
function liftEmbeds(state: StateCore): void {
  const { tokens } = state
  const after: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const [open, inline, close] = tokens.slice(at, at + 3)
    if (open?.type === 'paragraph_open' && inline?.children?.some(isLifted) && close) {
      after.push(...splitParagraph(state, { open, children: inline.children, close }))
      at += 2
    } else if (open) after.push(open)
  }
  state.tokens = after
}

function splitParagraph(
  state: StateCore,
  { open, children, close }: { open: Token; children: readonly Token[]; close: Token },
): Token[] {
  const parts: Token[] = []
  let inlines: Token[] = []
  const endText = () => {
    const inline = new state.Token('inline', '', 0)
    inline.children = inlines
    if (!inlines.every(isBlank)) parts.push(open, inline, close)
    inlines = []
  }
  for (const child of children) {
    // Inside of emphasis it stays, and becomes a link.
    if (!isLifted(child) || child.level > 0) inlines.push(child)
    else {
      endText()
      child.attrJoin('class', 'embed')
      parts.push(child)
    }
  }
  endText()
  const id = open.attrGet('id')
  if (id === null || parts.every(part => !isLifted(part))) return parts
  open.attrs = open.attrs?.filter(([name]) => name !== 'id') ?? null
  return frame(state, parts, String(id))
}

function isBlank({ type, content }: Token): boolean {
  return type === 'softbreak' || type === 'hardbreak' || (type === 'text' && content.trim() === '')
}
