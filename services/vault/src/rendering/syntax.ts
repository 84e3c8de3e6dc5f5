import MarkdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import marks from 'markdown-it-mark'
import { blocks } from './blocks.ts'
import { boxes } from './boxes.ts'
import { callouts } from './callouts.ts'
import { comments } from './comments.ts'
import { directions } from './direction.ts'
import { emphasis } from './emphasis.ts'
import { formulas } from './formulas.ts'
import { headingIds } from './headings.ts'
import { highlight } from './highlight.ts'
import { wikilinks } from './links.ts'
import { anchorsOf } from './sections.ts'
import { tags } from './tags.ts'
import { tasks } from './tasks.ts'

/** Markdown as the editor writes it. Its HTML is not safe before `sanitize`. */
export const markdown = new MarkdownIt({ html: true, linkify: true, highlight })
markdown.linkify.set({ fuzzyLink: false })
const linkText = markdown.normalizeLinkText.bind(markdown)
// Decoded, `%00` is a character that PostgreSQL cannot store.
markdown.normalizeLinkText = address => linkText(address).replaceAll('\0', '\uFFFD')
markdown
  .use(emphasis)
  .use(wikilinks)
  .use(tags)
  .use(marks)
  .use(footnotes)
  .use(callouts)
  .use(comments)
  .use(formulas)
markdown.use(headingIds).use(tasks).use(blocks).use(boxes).use(directions)

const { rules } = markdown.renderer
// A wide table scrolls inside the page, with the keyboard as well. It is no landmark, because a page can have many. One
// of a week has to fit a phone.
rules['table_open'] = (tokens, at) => {
  const kind = columnsOf(tokens, at) === 7 ? 'scroll week' : 'scroll'
  const id = tokens[at]?.attrGet('id')
  const direction = tokens[at]?.attrGet('dir')
  const named = (id ? ` id="${id}"` : '') + (direction ? ` dir="${direction}"` : '')
  return `<div class="${kind}" tabindex="0" role="group">\n<table${named}>\n`
}
rules['heading_open'] = (tokens, at, options) => {
  const ids = tokens[at] === undefined ? [] : anchorsOf(tokens[at])
  const start = markdown.renderer.renderToken(tokens, at, options)
  return start + ids.map(id => `<a id="${id}"></a>`).join('')
}
// A comment without an end hides its block, and not what follows.
rules['html_block'] = (tokens, at) => {
  const { content = '' } = tokens[at] ?? {}
  return content.lastIndexOf('<!--') > content.lastIndexOf('-->') ? `${content}-->\n` : content
}
rules['footnote_block_open'] = () => '<section class="footnotes">\n<ol>\n'
rules['table_close'] = () => '</table>\n</div>\n'
// As the editor shows it. A site with strict line breaks hides these.
rules['softbreak'] = () => '<br class="soft">\n'

function columnsOf(tokens: readonly Token[], table: number): number {
  let columns = 0
  for (let at = table; at < tokens.length && tokens[at]?.type !== 'tr_close'; at++)
    if (tokens[at]?.type === 'th_open') columns += 1
  return columns
}
