import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import marks from 'markdown-it-mark'
import { imageOf, linksOf, shortened } from './around.ts'
import { blockName, blocks } from './blocks.ts'
import { boxes } from './boxes.ts'
import { callouts } from './callouts.ts'
import { canvasNote } from './canvas.ts'
import { comments, sign } from './comments.ts'
import { directions } from './direction.ts'
import { formulas } from './formulas.ts'
import { splitNote } from './front-matter.ts'
import { highlight } from './highlight.ts'
import { formerSlug, slugOfHeading, wikilinks } from './links.ts'
import type { Heading, ReadNote } from './pieces.ts'
import { sanitize } from './sanitize.ts'
import { addId, anchorsOf, sectionOf, withoutIds } from './sections.ts'
import { tags, tagsOf, withoutTags } from './tags.ts'
import { tasks } from './tasks.ts'

const markdown = new MarkdownIt({ html: true, linkify: true, highlight })
markdown.linkify.set({ fuzzyLink: false })
const linkText = markdown.normalizeLinkText.bind(markdown)
// Decoded, `%00` is a character that PostgreSQL cannot store.
markdown.normalizeLinkText = address => linkText(address).replaceAll('\0', '\uFFFD')
markdown.use(wikilinks).use(tags).use(marks).use(footnotes).use(callouts).use(comments).use(formulas)
markdown.core.ruler.push('heading-ids', nameHeadings)
markdown.use(tasks).use(blocks).use(boxes).use(directions)

const { rules } = markdown.renderer
// A wide table scrolls inside the page, with the keyboard as well. One of a week has to fit a phone.
rules['table_open'] = (tokens, at) => {
  const kind = columnsOf(tokens, at) === 7 ? 'scroll week' : 'scroll'
  const id = tokens[at]?.attrGet('id')
  const direction = tokens[at]?.attrGet('dir')
  const named = (id ? ` id="${id}"` : '') + (direction ? ` dir="${direction}"` : '')
  return `<div class="${kind}" tabindex="0" role="region">\n<table${named}>\n`
}
rules['heading_open'] = (tokens, at, options) => {
  const ids = tokens[at] === undefined ? [] : anchorsOf(tokens[at])
  const start = markdown.renderer.renderToken(tokens, at, options)
  return start + ids.map(id => `<a id="${id}"></a>`).join('')
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
  const split = splitNote(canvasNote(text) ?? text.replaceAll('\0', '\uFFFD'))
  const { body, title: named, aliases, language, date, permalink } = split
  const all = markdown.parse(body, {})
  const found = part ? sectionOf(all, part) : all
  if (found === undefined) return undefined
  const id = part?.includes('#') ? found[0]?.attrGet('id') : undefined
  const tokens = part === undefined ? found : withoutIds(found)
  const start = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  const title = named ?? (start === -1 ? '' : plainText(tokens[start + 1]?.children ?? []))
  const pieces = sanitize(markdown.renderer.render(tokens, markdown.options, {}))
  const description = shortened(split.description ?? firstParagraph(tokens))
  const image = imageOf(split.image, pieces)
  return {
    ...(title !== '' && { title }),
    aliases,
    ...(language !== undefined && { language }),
    hasHeading: start !== -1,
    ...(id && { id: String(id) }),
    headings: headingsOf(tokens, start),
    pieces,
    tags: tagsOf(split.tags, tokens),
    ...(description !== '' && { description }),
    ...(image !== undefined && { image }),
    ...(date !== undefined && { date }),
    ...(permalink !== undefined && { permalink }),
    links: linksOf(pieces),
    text: tokens.map(textOf).filter(Boolean).join('\n').toWellFormed(),
  }
}

/** The words of the first paragraph that has any besides tags. */
function firstParagraph(tokens: readonly Token[]): string {
  const found = tokens.find(
    ({ type, level, children }, at) =>
      type === 'inline' &&
      level === 1 &&
      tokens[at - 1]?.type === 'paragraph_open' &&
      plainText(withoutTags(children ?? [])) !== '',
  )
  return plainText(found?.children ?? [])
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
  const headings = tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return []
    const { content = '', children } = tokens[at + 1] ?? {}
    return [{ token, content, words: plainText(children ?? []) }]
  })
  const numbered = numbers()
  for (const { token, content, words } of headings) {
    // What a comment hides must not stand in an id, either.
    const source = content.includes(sign) ? words : content.replace(blockName, '')
    const slug = slugOfHeading(source)
    token.meta = { ...token.meta, slug }
    token.attrSet('id', numbered(slug))
  }
  const formerly = numbers()
  const taken = new Set(headings.map(({ token }) => token.attrGet('id')))
  for (const { token, words } of headings) {
    // Readers may have kept the address.
    const former = formerly(formerSlug(words))
    if (!taken.has(former)) addId(token, former)
  }
}

/** Numbers what is repeated, so that no id is given twice. */
function numbers(): (slug: string) => string {
  const counts = new Map<string, number>()
  const taken = new Set<string>()
  return slug => {
    let count = counts.get(slug) ?? 0
    let id = count === 0 ? slug : `${slug}-${count}`
    while (taken.has(id)) id = `${slug}-${++count}`
    counts.set(slug, count + 1)
    taken.add(id)
    return id
  }
}

function textOf({ type, content, children }: Token): string {
  if (type === 'inline') return plainText(children ?? [])
  return ['fence', 'code_block', 'formula_block'].includes(type) ? content.trim() : ''
}

function plainText(children: readonly Token[]): string {
  return children
    .map(({ type, content }) => {
      if (['text', 'code_inline', 'formula'].includes(type)) return content
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : ''
    })
    .join('')
    .trim()
}
