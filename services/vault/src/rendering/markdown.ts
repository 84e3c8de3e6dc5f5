import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import marks from 'markdown-it-mark'
import { blocks } from './blocks.ts'
import { callouts } from './callouts.ts'
import { comments } from './comments.ts'
import { splitNote } from './front-matter.ts'
import { highlight } from './highlight.ts'
import { slugOfHeading, wikilinks } from './links.ts'
import type { Heading, ReadNote } from './pieces.ts'
import { sanitize } from './sanitize.ts'
import { sectionOf, withoutIds } from './sections.ts'

const markdown = new MarkdownIt({ html: true, linkify: true, highlight })
markdown.linkify.set({ fuzzyLink: false })
const linkText = markdown.normalizeLinkText.bind(markdown)
// Decoded, `%00` is a character that PostgreSQL cannot store.
markdown.normalizeLinkText = address => linkText(address).replaceAll('\0', '\uFFFD')
markdown.use(wikilinks).use(marks).use(footnotes).use(callouts).use(comments)
markdown.core.ruler.push('heading-ids', nameHeadings)
markdown.use(blocks)

const { rules } = markdown.renderer
// A wide table scrolls inside the page, with the keyboard as well. One of a week has to fit a phone.
rules['table_open'] = (tokens, at) => {
  const kind = columnsOf(tokens, at) === 7 ? 'scroll week' : 'scroll'
  const id = tokens[at]?.attrGet('id')
  const named = id ? ` id="${id}"` : ''
  return `<div class="${kind}" tabindex="0" role="region">\n<table${named}>\n`
}
rules['footnote_block_open'] = () => '<section class="footnotes">\n<ol>\n'
rules['table_close'] = () => '</table>\n</div>\n'
// As the editor shows it. A site with strict line breaks hides these.
rules['softbreak'] = () => '<br class="soft">\n'

/**
 * Renders a note to safe HTML, in which only what depends on the site is open.
 * @param part for a note inside of another: the id of what is wanted of it, empty for all
 * @returns undefined if the note has no such part
 */
export function renderNote(text: string, part?: string): ReadNote | undefined {
  const { body, title: named, aliases, language } = splitNote(text.replaceAll('\0', '\uFFFD'))
  const all = markdown.parse(body, {})
  const found = part ? sectionOf(all, part) : all
  if (found === undefined) return undefined
  const tokens = part === undefined ? found : withoutIds(found)
  const start = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  const title = named ?? (start === -1 ? '' : plainText(tokens[start + 1]?.children ?? []))
  return {
    ...(title !== '' && { title }),
    aliases,
    ...(language !== undefined && { language }),
    hasHeading: start !== -1,
    headings: headingsOf(tokens, start),
    pieces: sanitize(markdown.renderer.render(tokens, markdown.options, {})),
    text: tokens.map(textOf).filter(Boolean).join('\n').toWellFormed(),
  }
}

function columnsOf(tokens: readonly Token[], table: number): number {
  let columns = 0
  for (let at = table; at < tokens.length && tokens[at]?.type !== 'tr_close'; at++)
    if (tokens[at]?.type === 'th_open') columns += 1
  return columns
}

/** The headings below the title; those inside of quotes and lists are left out. */
function headingsOf(tokens: readonly Token[], title: number): Heading[] {
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open' || token.level > 0 || at === title) return []
    const text = plainText(tokens[at + 1]?.children ?? [])
    const level = Number(token.tag.slice(1))
    return text === ''
      ? []
      : [{ level, id: String(token.attrGet('id') ?? ''), text: text.toWellFormed() }]
  })
}

/** Gives each heading an id; repeated headings get a number. */
function nameHeadings({ tokens }: StateCore): void {
  const used = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const slug = slugOfHeading(plainText(tokens[index + 1]?.children ?? []))
    const before = used.get(slug) ?? 0
    used.set(slug, before + 1)
    token.attrSet('id', before === 0 ? slug : `${slug}-${before}`)
  }
}

function textOf({ type, content, children }: Token): string {
  if (type === 'inline') return plainText(children ?? [])
  return type === 'fence' || type === 'code_block' ? content.trim() : ''
}

function plainText(children: readonly Token[]): string {
  return children
    .map(({ type, content }) => {
      if (type === 'text' || type === 'code_inline') return content
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : ''
    })
    .join('')
    .trim()
}
