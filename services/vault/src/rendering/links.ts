import type { MarkdownIt, StateInline } from 'markdown-it'
import { cutComments } from './comments.ts'
import type { Target } from './pieces.ts'

/** Single brackets inside of a name or a heading come in pairs. */
const form =
  /!?\[\[((?:[^[\]|#\n]|\[[^[\]|#\n]*\])*)(#(?:[^[\]|\n]|\[[^[\]|\n]*\])*)?(?:\|((?:[^[\]\n]|\[[^[\]\n]*\])*))?\]\]/y

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
  const [, written = '', fragment = '', alias] = form.exec(kept) ?? []
  // In a table the bar of an alias is escaped.
  const name = written.replace(/\\$/, '').trim()
  const heading = fragment.replace(/\\$/, '')
  if (name === '' && heading === '') return false
  state.pos += all.length
  if (silent) return true
  const hash = heading === '' ? '' : `#${encodeURIComponent(heading.slice(1))}`
  const target = `${wikilinkScheme}${encodeURIComponent(name)}${hash}`
  if (all.startsWith('!')) {
    const image = state.push('image', 'img', 0)
    image.attrs = [
      ['src', target],
      ['alt', ''],
    ]
    const text = new state.Token('text', '', 0)
    text.content = alias?.trim() || labelOf(name, heading)
    image.children = [text]
    return true
  }
  state.push('link_open', 'a', 1).attrs = [['href', target]]
  state.push('text', '', 0).content = alias?.trim() || labelOf(name, heading)
  state.push('link_close', 'a', -1)
  return true
}

/** `Top › Nested` for `#Top#Nested`. The id of a block, as in `[[note#^id]]`, is nothing to read. */
function labelOf(name: string, fragment: string): string {
  const parts = partsOf(fragment)
  const isBlock = parts.at(-1)?.startsWith('^') ?? false
  const shown = isBlock && name !== '' ? [] : parts
  return [name, ...shown].filter(part => part !== '').join(' › ')
}

/** Reads `[[note]]`, `[[note#heading|words]]`, `![[image.png]]` and `![[note]]`. */
export function wikilinks(markdown: MarkdownIt): void {
  markdown.validateLink = href =>
    href.startsWith(wikilinkScheme) || !/^(?:vbscript|javascript|file|data):/i.test(href.trim())
  markdown.inline.ruler.before('link', 'wikilink', rule)
}

/** Reads an address in the HTML of a note; undefined if it can lead nowhere. */
export function targetOf(href: string): Target | undefined {
  const [, address = '', hash] = /^([^#]*)(?:#(.*))?$/s.exec(href) ?? []
  const byName = address.startsWith(wikilinkScheme)
  const name = decode(byName ? address.slice(wikilinkScheme.length) : address)
  const subpath = decode(hash ?? '')
  const fragment = footnote.test(href) ? subpath : idOf(subpath)
  if (name === '' && fragment === '') return undefined
  return { name, byName, fragment, ...(hash !== undefined && { subpath }) }
}

/** What footnotes call themselves and their way back. */
const footnote = /^#fn(?:ref)?[\w:-]+$/

/** There are six levels of headings. */
const mostParts = 6

const partsOf = (subpath: string) => subpath.split('#').filter(part => part.trim() !== '')

function idOf(subpath: string): string {
  const parts = partsOf(subpath).slice(-mostParts)
  const last = parts.at(-1) ?? ''
  return last.startsWith('^') ? idOfBlock(last.slice(1)) : parts.map(slugOfHeading).join('#')
}

/** A sign that encodes nothing stays as it is. No file has NUL in its name, and PostgreSQL cannot store it. */
function decode(text: string): string {
  return text
    .replaceAll(/(?:%[\da-f]{2})+/gi, encoded => {
      try {
        return decodeURIComponent(encoded)
      } catch {
        return encoded
      }
    })
    .replaceAll('\0', '\uFFFD')
}

/** The id of a block that a note calls `^name`. */
export function idOfBlock(name: string): string {
  return `b-${name.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')}`
}

/** What the editor writes as a space in a link to a heading. */
const unlinkable = /[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\r\n]/g

/** The id of a heading from its Markdown, also for `#Heading` in a link: the editor matches both as spaces and words. */
export function slugOfHeading(heading: string): string {
  const spaced = heading.normalize('NFC').toLowerCase().replaceAll(unlinkable, ' ')
  const slug = hyphenated(spaced)
  // A heading of symbols alone, such as an emoji, is known by them.
  return `h-${slug === '' ? spaced.trim().replaceAll(/\s+/g, '-') : slug}`
}

/** The id that published pages gave to a heading before: from the words that people see. */
export function formerSlug(words: string): string {
  return `h-${hyphenated(words.normalize('NFC').toLowerCase())}`
}

/** The prefix of an id avoids those of the layout. */
function hyphenated(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}
