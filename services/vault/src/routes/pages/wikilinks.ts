import type { MarkdownIt, StateInline } from 'markdown-it'

const form = /!?\[\[([^[\]|#\n]*)(#[^[\]|\n]*)?(?:\\?\|([^[\]\n]*))?\]\]/y

/** The scheme of `[[words]]` in the HTML, before links are resolved. */
export const wikilinkScheme = 'wikilink:'

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
