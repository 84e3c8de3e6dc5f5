/** An element of a page, with the text in it. */
export interface Element {
  tag: string
  attributes: Record<string, string>
  text: string
}

const empty = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta'])
const token = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-zA-Z\d-]+(?:="[^"<>]*")?)*)\s*\/?>|([^<]+)/gy

/**
 * Reads the HTML that a note became, more strictly than a browser does.
 * @throws Error for an element without its end, or anything that is no tag
 */
export function readHtml(html: string): Element[] {
  const found: Element[] = []
  const open: Element[] = []
  let end = 0
  for (const [all, slash, tag = '', attributes = '', text] of html.matchAll(token)) {
    end += all.length
    if (text !== undefined) for (const element of open) element.text += text
    else if (slash === '/') {
      if (open.pop()?.tag !== tag) throw new Error(`a stray end of ${tag}: ${html}`)
    } else {
      const pairs = attributes.matchAll(/([a-zA-Z\d-]+)(?:="([^"]*)")?/g)
      const element = {
        tag,
        attributes: Object.fromEntries(Array.from(pairs, ([, name, value = '']) => [name, value])),
        text: '',
      }
      found.push(element)
      if (!empty.has(tag)) open.push(element)
    }
  }
  if (end !== html.length) throw new Error(`no HTML: ${html.slice(end, end + 100)}`)
  if (open.length > 0) throw new Error(`${open.at(-1)?.tag} does not end`)
  return found
}
