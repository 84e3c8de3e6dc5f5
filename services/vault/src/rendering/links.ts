import type { MarkdownIt, StateInline } from 'markdown-it'
import { cutComments } from './comments.ts'
import type { Target } from './pieces.ts'

const form = /!?\[\[([^[\]|#\n]*)(#[^[\]|\n]*)?(?:\\?\|([^[\]\n]*))?\]\]/y

/** The scheme of `[[words]]` in the HTML, before links are resolved. */
const wikilinkScheme = 'wikilink:'

function rule(state: StateInline, silent?: boolean): boolean {
  form.lastIndex = state.pos
  const match = form.exec(state.src)
  if (!match) return false
  const [all] = match
  const { kept, open } = cutComments(all)
  // A comment that continues after the brackets is not part of a link.
  if (open) return false
  form.lastIndex = 0
  const [, name = '', heading = '', alias] = form.exec(kept) ?? []
  if (name.trim() === '' && heading === '') return false
  state.pos += all.length
  if (silent) return true
  const target = `${wikilinkScheme}${encodeURIComponent(name.trim())}${heading}`
  if (all.startsWith('!')) {
    const image = state.push('image', 'img', 0)
    image.attrs = [
      ['src', target],
      ['alt', ''],
    ]
    const text = new state.Token('text', '', 0)
    text.content = alias?.trim() || labelOf(name.trim(), heading)
    image.children = [text]
    return true
  }
  state.push('link_open', 'a', 1).attrs = [['href', target]]
  state.push('text', '', 0).content = alias?.trim() || labelOf(name.trim(), heading)
  state.push('link_close', 'a', -1)
  return true
}

/** The id of a block, as in `[[note#^id]]`, is nothing to read. */
function labelOf(name: string, fragment: string): string {
  const heading = fragment.split('#').at(-1) ?? ''
  if (heading === '' || heading.startsWith('^')) return name || heading
  return name === '' ? heading : `${name} › ${heading}`
}

/** Reads `[[note]]`, `[[note#heading|words]]`, `![[image.png]]` and `![[note]]`. */
export function wikilinks(markdown: MarkdownIt): void {
  markdown.validateLink = href =>
    href.startsWith(wikilinkScheme) || !/^(?:vbscript|javascript|file|data):/i.test(href.trim())
  markdown.inline.ruler.before('link', 'wikilink', rule)
}

/** Reads an address in the HTML of a note; undefined if it can lead nowhere. */
export function targetOf(href: string): Target | undefined {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(href) ?? []
  const byName = address.startsWith(wikilinkScheme)
  const path = byName ? address.slice(wikilinkScheme.length) : (address.split('?', 1)[0] ?? '')
  const target = { name: decode(path), byName, fragment: idOf(fragment) }
  return target.name === '' && target.fragment === '' ? undefined : target
}

/** What footnotes call themselves and their way back. */
const footnote = /^#fn(?:ref)?[\w:-]+$/

function idOf(fragment: string): string {
  if (footnote.test(fragment)) return fragment.slice(1)
  const [heading = ''] = decode(fragment).split('#').slice(-1)
  if (heading === '') return ''
  return heading.startsWith('^') ? idOfBlock(heading.slice(1)) : slugOfHeading(heading)
}

/** No file has NUL in its name, and PostgreSQL cannot store it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\0', '\uFFFD')
  } catch {
    return text
  }
}

/** The id of a block that a note calls `^name`. */
export function idOfBlock(name: string): string {
  return `b-${name.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')}`
}

/** The id of a heading, also for `#Heading` in a link. */
export function slugOfHeading(heading: string): string {
  const slug = heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
  // Avoids ids of the layout.
  return `h-${slug}`
}
