import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

/** How far a note has been read. */
interface Progress {
  /** Whether a comment is open at this place. */
  open: boolean
  /** How many block tokens are known. */
  known: number
  /** For each of them, whether a comment was open where it starts. */
  startsOpen: Map<Token, boolean>
  /** Where the last comment between blocks ended. The parser forgets it at the end of a quote. */
  end: number
}

const notes = new WeakMap<object, Progress>()

const progressOf = (env: object) =>
  notes.getOrInsertComputed(env, () => ({ open: false, known: 0, startsOpen: new Map(), end: 0 }))

/** Opens and closes a comment. */
export const sign = '%%'

/**
 * Removes `%%comments%%`, also across blocks; one without an end reaches to the end of the note, so that nothing private
 * is printed. In code the marks are text: the parser finds the code, and so decides what is a comment.
 */
export function comments(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('text', 'comment', inText)
  markdown.block.ruler.before('table', 'comment', betweenBlocks)
  readReferences(markdown)
  markdown.core.ruler.after('block', 'comment-ends', state => void readTokens(state))
  markdown.core.ruler.at('inline', parseInlines)
  // An address without brackets ends where a comment starts.
  const { linkify } = markdown
  const matchAtStart = linkify.matchAtStart.bind(linkify)
  linkify.matchAtStart = text => matchAtStart(text.split(sign, 1)[0] ?? '')
}

/** A text without comments, where it is no Markdown: in HTML, in a title. @returns also whether the last one is open */
export function cutComments(text: string, open = false): { kept: string; open: boolean } {
  let kept = ''
  let isOpen = open
  for (let from = 0; ;) {
    const next = text.indexOf(sign, from)
    if (!isOpen) kept += text.slice(from, next === -1 ? undefined : next)
    if (next === -1) return { kept, open: isOpen }
    isOpen = !isOpen
    from = next + sign.length
  }
}

function inText(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (!src.startsWith(sign, pos)) return false
  const close = src.indexOf(sign, pos + sign.length)
  const isClosed = close !== -1 && close + sign.length <= posMax
  state.pos = isClosed ? close + sign.length : posMax
  if (!silent && !isClosed) progressOf(state.env).open = true
  // A comment on separate lines leaves no empty line.
  const startsLine = pos === 0 || src[pos - 1] === '\n'
  if (startsLine && src[state.pos] === '\n') state.pos += 1
  return true
}

/** At the start of a block: skips the lines of a comment that starts here, or was open at the end of the block before. */
function betweenBlocks(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (silent) return false
  const progress = readTokens(state)
  const { src, bMarks, tShift, eMarks, sCount, blkIndent } = state
  const at = (line: number) => (bMarks[line] ?? 0) + (tShift[line] ?? 0)
  /** Lets a line start after a comment. @returns whether nothing follows it */
  const cutLine = (line: number, from: number): boolean => {
    progress.end = from
    const indent = src.slice(from, eMarks[line]).search(/\S/)
    if (indent === -1) return true
    bMarks[line] = from + indent
    tShift[line] = 0
    if ((sCount[line] ?? 0) - blkIndent >= 4) sCount[line] = blkIndent
    return false
  }
  if (at(start) < progress.end && cutLine(start, progress.end)) {
    state.line = start + 1
    return true
  }
  let from = at(start)
  if (!progress.open) {
    if ((sCount[start] ?? 0) - blkIndent >= 4 || !src.startsWith(sign, from)) return false
    progress.open = true
    from += sign.length
  }
  for (let line = start; line < end; line++, from = at(line)) {
    const close = src.slice(from, eMarks[line]).indexOf(sign)
    if (close === -1) continue
    progress.open = false
    state.line = cutLine(line, from + close + sign.length) ? line + 1 : line
    return state.line > start
  }
  state.line = end
  return true
}

/** The definition of a link makes no token, but a comment can start in it. */
function readReferences({ block: { ruler } }: MarkdownIt): void {
  const rules = ruler.getRules('')
  ruler.disable('reference')
  const others = new Set(ruler.getRules(''))
  ruler.enable('reference')
  const usual = rules.find(rule => !others.has(rule))
  ruler.at('reference', (state, start, end, silent) => {
    if (!usual?.(state, start, end, silent)) return false
    const text = state.getLines(start, state.line, state.blkIndent, false)
    if (!silent) progressOf(state.env).open = cutComments(text).open
    return true
  })
}

/** Reads the tokens that are new: whether each starts in a comment, and whether one is open after the last. */
function readTokens({ md, env, tokens }: StateBlock | StateCore): Progress {
  const progress = progressOf(env)
  for (const token of tokens.slice(progress.known)) {
    progress.startsOpen.set(token, progress.open)
    progress.open = isOpenAfter(md, token, progress.open)
  }
  progress.known = tokens.length
  return progress
}

const isHtml = ({ type, content }: Token) =>
  type === 'html_block' && !/^\s*<(?:pre|script|style|textarea)\b/i.test(content)

function isOpenAfter(md: MarkdownIt, token: Token, open: boolean): boolean {
  if (isHtml(token)) return cutComments(token.content, open).open
  if (token.type !== 'inline' || !token.content.includes(sign)) return open
  const content = open ? afterComment(token.content) : token.content
  if (content === undefined) return true
  const env = {}
  md.inline.parse(content, md, env, [])
  return progressOf(env).open
}

/** What follows the end of an open comment; undefined if it does not end here. */
function afterComment(text: string): string | undefined {
  const close = text.indexOf(sign)
  return close === -1 ? undefined : text.slice(close + sign.length)
}

/** Parses the text of every block, in order, because a comment may continue in the next one. */
function parseInlines(state: StateCore): void {
  const { startsOpen } = progressOf(state.env)
  const empty = new Set<Token>()
  for (const [at, token] of state.tokens.entries()) {
    const isOpen = startsOpen.get(token) ?? false
    if (isHtml(token)) token.content = cutComments(token.content, isOpen).kept
    if (token.type !== 'inline') continue
    const rest = token.meta?.['rest']
    if (parseInline(state, token, isOpen) && rest instanceof state.Token) startsOpen.set(rest, true)
    if (token.content === '' || token.children?.length !== 0) continue
    for (const gone of state.tokens.slice(at - 1, at + 2)) empty.add(gone)
  }
  // A row keeps its cells.
  if (empty.size > 0)
    state.tokens = state.tokens.filter(token => !empty.has(token) || /^t[hd]_/.test(token.type))
}

/** @returns whether a comment is open at the end */
function parseInline({ md, env }: StateCore, token: Token, open: boolean): boolean {
  token.children = []
  const content = open ? afterComment(token.content) : token.content
  if (content === undefined) return true
  const progress = progressOf(env)
  progress.open = false
  md.inline.parse(content, md, env, token.children)
  if (content.includes(sign))
    while (token.children.at(-1)?.type === 'softbreak') token.children.pop()
  for (const child of token.children) cutAttributes(child)
  return progress.open
}

/** Comments in what is printed as it stands: tags, titles, descriptions of pictures. */
function cutAttributes(token: Token): void {
  if (token.type === 'html_inline') token.content = closedOnly(token.content)
  const title = token.attrGet('title')
  if (title !== null) token.attrSet('title', cutComments(String(title)).kept)
  for (const child of token.children ?? []) cutAttributes(child)
}

function closedOnly(text: string): string {
  const { kept, open } = cutComments(text)
  return open ? kept + text.slice(text.lastIndexOf(sign)) : kept
}
