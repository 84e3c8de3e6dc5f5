import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import { slugOfHeading, wikilinks } from './links.ts'
import { sanitize } from './sanitize.ts'
import { nameOf, type SiteMap } from './site-map.ts'

/** A note as a page shows it. */
export interface RenderedNote {
  title: string
  /** Whether the note has an h1, so that the page needs none. */
  hasHeading: boolean
  /** Safe to put into a page. */
  html: string
}

const markdown = new MarkdownIt({ html: true, linkify: true })
markdown.linkify.set({ fuzzyLink: false })
markdown.core.ruler.push('heading-ids', nameHeadings)
markdown.use(wikilinks)

const { rules } = markdown.renderer
// A wide table scrolls inside the page, with the keyboard as well.
rules['table_open'] = () =>
  '<div class="scroll" tabindex="0" role="region" aria-label="Table">\n<table>\n'
rules['table_close'] = () => '</table>\n</div>\n'

/** Renders the Markdown of a note to safe HTML, with its links resolved to addresses of the site. */
export function renderNote(text: string, path: string, map: SiteMap): RenderedNote {
  const tokens = markdown.parse(withoutFrontMatter(text), {})
  const start = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  const words = start === -1 ? undefined : plainText(tokens[start + 1]?.children ?? [])
  const html = sanitize(markdown.renderer.render(tokens, markdown.options, {}), path, map)
  const language = languageOf(text)
  return {
    title: words || nameOf(path),
    hasHeading: start !== -1,
    // Screen readers would otherwise use the language of the layout.
    html: language === undefined ? html : `<div lang="${language}">\n${html}</div>\n`,
  }
}

const block = /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/

function withoutFrontMatter(note: string): string {
  return note.replace(block, '').replace(/^\uFEFF/, '')
}

const language = /^lang[ \t]*:[ \t]*["']?([a-z]{2,3}(?:-[a-z0-9]{2,8})*)["']?[ \t]*\r?$/im

/** The language of a note, from `lang: fr` in its front matter; undefined without it. */
function languageOf(note: string): string | undefined {
  const [properties = ''] = block.exec(note) ?? []
  return language.exec(properties)?.[1]
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

function plainText(children: readonly Token[]): string {
  return children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim()
}
