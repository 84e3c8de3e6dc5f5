import { createRequire } from 'node:module'
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { cutComments } from './comments.ts'
import { idOfBlock } from './links.ts'

interface Typesetter {
  renderToString(tex: string, options: object): string
}

// Its types name elements of a browser, which the program does not have.
const require = createRequire(import.meta.url)
const temml: Typesetter = require('temml')

/** Longer formulas are shown as their source. A page of a book has less. */
const longestFormula = 5_000
/** All formulas of a note, and their MathML: the slowest note within both takes a third of what the renderer allows. */
const longestSum = 30_000
const longestOutput = 400_000
/** What defines commands, by which 3,000 characters can stand for millions. */
const definition =
  /(?<!\\)(?:\\\\)*\\(?:[egx]?def|(?:new|renew|provide)command|(?:future)?let)(?![A-Za-z@])/
/** What is longer may be wider than a phone. */
const longLine = 40

/** What the formulas of a note took so far. */
const spending = new WeakMap<object, { source: number; output: number }>()

/** Reads `$formula$` and `$$formula$$`, written in TeX, and prints them as MathML. */
export function formulas(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'formula', inText)
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before('fence', 'formula', betweenBlocks, { alt })
  const { rules } = markdown.renderer
  rules['formula'] = (tokens, at, _options, env = {}) => {
    const { content = '', markup = '' } = tokens[at] ?? {}
    const html = typeset(content, markup === '$$', env)
    if (html === undefined) return sourceOf(content, markup)
    return markup === '$$' ? `<span class="formula"${reachable(content)}>${html}</span>` : html
  }
  rules['formula_block'] = (tokens, at, _options, env = {}) => {
    const { content = '' } = tokens[at] ?? {}
    const id = tokens[at]?.attrGet('id')
    const named = id ? ` id="${id}"` : ''
    const html = typeset(content, true, env)
    return html === undefined
      ? `<pre${named}>${sourceOf(content, '$$')}</pre>\n`
      : `<div class="formula"${named}${reachable(content)}>${html}</div>\n`
  }

  /** A formula that cannot be read is shown as it was written. */
  function sourceOf(tex: string, mark: string): string {
    return `<code class="unread">${markdown.utils.escapeHtml(mark + tex + mark)}</code>`
  }
}

/** A wide formula scrolls, with the keyboard as well. */
function reachable(tex: string): string {
  return tex.length > longLine ? ' tabindex="0" role="group"' : ''
}

/** @returns undefined for what is no TeX, too long, or defines commands */
function typeset(tex: string, displayMode: boolean, env: object): string | undefined {
  const spent = spending.getOrInsertComputed(env, () => ({ source: 0, output: 0 }))
  const isLong = tex.length > longestFormula || spent.source + tex.length > longestSum
  if (isLong || spent.output > longestOutput || definition.test(tex)) return undefined
  spent.source += tex.length
  const html = read(tex, displayMode)
  spent.output += html?.length ?? 0
  return spent.output > longestOutput ? undefined : html
}

function read(tex: string, displayMode: boolean): string | undefined {
  try {
    return temml.renderToString(tex, {
      displayMode,
      wrap: 'tex',
      throwOnError: true,
      maxSize: [20, 20],
      maxExpand: 1_000,
    })
  } catch {
    return undefined
  }
}

function inText(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src[pos] !== '$') return false
  const mark = src[pos + 1] === '$' ? '$$' : '$'
  const start = pos + mark.length
  const isSingle = mark === '$'
  if (isSingle && /\s/.test(src[start] ?? ' ')) return false
  const end = endOf(src, { start, end: posMax, mark })
  if (end === -1) return false
  const written = src.slice(start, end)
  // Prices are no formulas, and neither is code between them.
  if (isSingle && (/[\s`]$/.test(written) || written.includes('`'))) return false
  if (isSingle && /\d/.test(src[end + 1] ?? '')) return false
  const { kept, open } = cutComments(written)
  // A comment that continues after the formula is no part of it.
  if (open || kept.trim() === '') return false
  state.pos = end + mark.length
  if (silent) return true
  const token = state.push('formula', 'math', 0)
  token.content = kept
  token.markup = mark
  return true
}

/** The place of the next mark that no backslash escapes; -1 if there is none. */
function endOf(src: string, { start, end, mark }: { start: number; end: number; mark: string }) {
  for (let at = start; at + mark.length <= end; at++) {
    if (src[at] === '\\') at += 1
    else if (src.startsWith(mark, at)) return at
  }
  return -1
}

/** What may follow a formula on its last line: the name of the block. */
const afterBlock = /^\s*(?:\^([A-Za-z0-9-]{1,100})\s*)?$/

function betweenBlocks(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const { src, bMarks, tShift, eMarks, sCount, blkIndent } = state
  const lineAt = (line: number) =>
    src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line])
  const first = lineAt(start)
  if ((sCount[start] ?? 0) - blkIndent >= 4 || !first.startsWith('$$')) return false
  const lines: string[] = []
  let text = first.slice(2)
  let line = start
  for (; !text.includes('$$'); text = lineAt(line)) {
    lines.push(text)
    line += 1
    const leaves = (sCount[line] ?? 0) < blkIndent && !state.isEmpty(line)
    if (line >= end || leaves) return false
  }
  const close = text.indexOf('$$')
  const following = afterBlock.exec(text.slice(close + 2))
  lines.push(text.slice(0, close))
  const content = withoutComments(lines.join('\n')).trim()
  // With more text after it, or nothing in it, it belongs to a paragraph.
  if (following === null || content === '') return false
  if (silent) return true
  const token = state.push('formula_block', 'math', 0)
  Object.assign(token, { block: true, content, map: [start, line + 1] })
  const [, name] = following
  if (name !== undefined) token.attrSet('id', idOfBlock(name))
  state.line = line + 1
  return true
}

/** Inside of a formula `%%` also starts a comment of TeX, which ends with its line. */
function withoutComments(tex: string): string {
  return tex.replaceAll(/%%[^]*?%%/g, '').replaceAll(/%%.*/g, '')
}
