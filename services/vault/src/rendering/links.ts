import type { MarkdownIt, StateInline } from 'markdown-it'
import type { SiteMap } from './site-map.ts'

const form = /!?\[\[([^[\]|#\n]*)(#[^[\]|\n]*)?(?:\\?\|([^[\]\n]*))?\]\]/y

/** The scheme of `[[words]]` in the HTML, before links are resolved. */
const wikilinkScheme = 'wikilink:'

function rule(state: StateInline, silent?: boolean): boolean {
  form.lastIndex = state.pos
  const match = form.exec(state.src)
  if (!match) return false
  const [all, name = '', heading = '', alias] = match
  if (name.trim() === '' && heading === '') return false
  state.pos += all.length
  if (silent) return true
  const target = `${wikilinkScheme}${encodeURIComponent(name.trim())}${heading}`
  const label = alias?.trim() || `${name.trim()}${heading.replace('#', name ? ' › ' : '')}`
  if (all.startsWith('!') && /\.[a-z0-9]{2,5}$/i.test(name) && !/\.md$/i.test(name.trim())) {
    const image = state.push('image', 'img', 0)
    image.attrs = [
      ['src', target],
      ['alt', ''],
    ]
    const text = new state.Token('text', '', 0)
    // `![[photo.png|300]]` gives a width and no description.
    text.content = /^\d+(x\d+)?$/.test(label) ? name.trim() : label
    image.children = [text]
    return true
  }
  state.push('link_open', 'a', 1).attrs = [['href', target]]
  state.push('text', '', 0).content = label
  state.push('link_close', 'a', -1)
  return true
}

/** Reads `[[note]]`, `[[note#heading|words]]` and `![[image.png]]`. */
export function wikilinks(markdown: MarkdownIt): void {
  markdown.validateLink = href =>
    href.startsWith(wikilinkScheme) || !/^(?:vbscript|javascript|file|data):/i.test(href.trim())
  markdown.inline.ruler.before('link', 'wikilink', rule)
}

/** The address of a link target, undefined if it is not on the site. */
export function resolveLink(href: string, path: string, map: SiteMap): string | undefined {
  const [, target = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(href) ?? []
  const heading =
    fragment === '' ? '' : `#${encodeURIComponent(slugOfHeading(decode(fragment.slice(1))))}`
  if (target === '' || target === wikilinkScheme) return heading || undefined
  const isName = target.startsWith(wikilinkScheme)
  const words = decode(
    isName ? target.slice(wikilinkScheme.length) : (target.split('?', 1)[0] ?? ''),
  )
  const found = isName ? map.findByName(words, path) : map.find(words, path)
  return found === undefined ? undefined : map.addressOf(found) + heading
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The id of a heading, also for `#Heading` in a link. */
export function slugOfHeading(words: string): string {
  const slug = words
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
  // Avoids ids of the layout.
  return `h-${slug}`
}
