import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { cutComments } from './comments.ts'

// What follows `|` is for themes of the editor: `[!tip|wide]`.
const head = /^\[!([^[\]|\n]{1,50})(?:\|[^[\]\n]{0,200})?\]([+-]?)([^\n]*)\n?/

/** The callouts of the editor, with their other names. */
const kinds: Record<string, readonly string[]> = {
  note: [],
  abstract: ['summary', 'tldr'],
  info: [],
  todo: [],
  tip: ['hint', 'important'],
  success: ['check', 'done'],
  question: ['help', 'faq'],
  warning: ['caution', 'attention'],
  failure: ['fail', 'missing'],
  danger: ['error'],
  bug: [],
  example: [],
  quote: ['cite'],
}

const looks = new Map(
  Object.entries(kinds).flatMap(([look, names]) => [look, ...names].map(name => [name, look])),
)

/** Makes a callout of a quote that starts with `[!kind] title`; a `-` or `+` after it makes one that folds. */
export function callouts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'callouts', state => {
    const ends: string[] = []
    for (const [at, token] of state.tokens.entries()) {
      if (token.type === 'blockquote_open') ends.push(open(state, at))
      const tag = token.type === 'blockquote_close' ? ends.pop() : undefined
      if (tag) token.tag = tag
    }
    state.tokens = state.tokens.flatMap(token => replaced.get(token) ?? [token])
  })
}

const replaced = new WeakMap<Token, Token[]>()

/** Changes the tokens of a callout. @returns its tag, or an empty text for a usual quote */
function open(state: StateCore, at: number): string {
  const [quote, paragraph, inline, end] = state.tokens.slice(at, at + 4)
  if (paragraph?.type !== 'paragraph_open' || !quote || !inline || !end) return ''
  const [all, written = '', fold = '', title = ''] = head.exec(inline.content) ?? []
  const kind = written.trim()
  if (all === undefined || kind === '') return ''
  const tag = fold === '' ? 'div' : 'details'
  quote.tag = tag
  quote.attrJoin('class', `callout callout-${looks.get(kind.toLowerCase()) ?? 'note'}`)
  if (fold === '+') quote.attrSet('open', '')
  const shown = titleFor(kind, title)
  replaced.set(quote, [quote, ...titleOf(state, fold === '' ? 'p' : 'summary', shown, inline)])
  inline.content = inline.content.slice(all.length)
  if (inline.content.trim() !== '') return tag
  for (const token of [paragraph, inline, end]) replaced.set(token, [])
  return tag
}

/** Without a title, a callout has the name of its kind. */
function titleFor(kind: string, title: string): string {
  const { kept, open: isOpen } = cutComments(title)
  const named = kept.trim() === '' && !isOpen ? '' : title.trim()
  return named || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
}

function titleOf(state: StateCore, tag: string, title: string, rest: Token): Token[] {
  const { map, level } = rest
  const start = new state.Token('callout_title_open', tag, 1)
  start.attrSet('class', 'callout-title')
  start.block = true
  const inline = new state.Token('inline', '', 0)
  // A comment that the title opens continues in the rest.
  Object.assign(inline, { content: title, children: [], map, level, meta: { rest } })
  const end = new state.Token('callout_title_close', tag, -1)
  end.block = true
  start.level = end.level = level - 1
  return [start, inline, end]
}
