import type { MarkdownIt, Token } from 'markdown-it'
import { drawDiagram } from './diagrams.ts'
import { queries } from './queries.ts'

/** Blocks of code with a language that the editor runs. */
const languages = ['mermaid', 'dataview', 'dataviewjs', 'query', 'tasks', 'base'] as const

/** What only the editor or another host shows: a page says what it is, with the source folded. */
export const boxKinds = [...languages, 'canvas', 'drawing', 'video', 'post', 'source'] as const

export type BoxKind = (typeof boxKinds)[number]

export const isBoxKind = (kind: string): kind is BoxKind => boxKinds.some(one => one === kind)

/** The hosts whose addresses the editor embeds as if they were pictures. */
const hosts = new Map<string, BoxKind>([
  ['youtube.com', 'video'],
  ['youtu.be', 'video'],
  ['youtube-nocookie.com', 'video'],
  ['vimeo.com', 'video'],
  ['player.vimeo.com', 'video'],
  ['twitter.com', 'post'],
  ['x.com', 'post'],
])

/** Draws a box for diagrams, queries, and videos and posts of other hosts; a query inside of a line has its answer. */
export function boxes(markdown: MarkdownIt): void {
  markdown.use(queries)
  // Those that stand between paragraphs; inside of a line they stay links.
  markdown.core.ruler.push('boxes', ({ tokens }) => {
    for (const token of tokens) {
      if (!isElsewhere(token)) continue
      token.info = kindOf(addressOf(token)) ?? ''
      token.type = 'elsewhere'
      token.content = (token.children ?? []).map(({ content }) => content).join('')
    }
  })
  const { utils } = markdown
  const { rules } = markdown.renderer
  const usual = rules['fence']
  const box = (content: string, source: string) =>
    `<div class="box">\n${content}<details>\n<summary>${titleOf('source')}</summary>\n` +
    `<pre><code>${utils.escapeHtml(source)}</code></pre>\n</details>\n</div>\n`
  rules['fence'] = (...rule) => {
    const [tokens, at, , env] = rule
    const { info = '', content = '' } = tokens[at] ?? {}
    const language = languageOf(info)
    if (!languages.some(one => one === language)) return usual?.(...rule) ?? ''
    if (language === 'base') return `<img class="base" alt="${utils.escapeHtml(content)}">\n`
    const svg = language === 'mermaid' ? drawDiagram(content, env ?? {}) : undefined
    const drawn = svg && `<img class="diagram" alt="${utils.escapeHtml(svg)}">\n`
    return box(drawn ?? titled(language), content)
  }
  rules['elsewhere'] = (tokens, at) => {
    const { info = '', content = '' } = tokens[at] ?? {}
    const address = utils.escapeHtml(addressOf(tokens[at]))
    const shown = utils.escapeHtml(content) || address
    const link = `: <a href="${address}">${shown}</a>`
    const source = `![${content}](${addressOf(tokens[at])})`
    return box(titled(info, link), source)
  }
}

const titled = (kind: string, link = '') => `<p class="box-title">${titleOf(kind)}${link}</p>\n`

const titleOf = (kind: string) => `<span class="box-kind ${kind}"></span>`

const languageOf = (info: string) => info.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? ''

const addressOf = (token: Token | undefined) => String(token?.attrGet('src') ?? '')

/** What the editor would embed from another host; undefined for a picture. */
function kindOf(address: string): BoxKind | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined
  return hosts.get(new URL(address).hostname.replace(/^(?:www|m|mobile)\./, ''))
}

/** Whether a picture is a video or a post of another host. */
export function isElsewhere(token: Token): boolean {
  return token.type === 'image' && kindOf(addressOf(token)) !== undefined
}
