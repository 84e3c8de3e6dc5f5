import type { MarkdownIt, StateInline, Token } from 'markdown-it'

/** As the editor reads them: punctuation other than these ends a tag. */
const sign = String.raw`[^\s\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^\x60{|}~[\]\\]`
const form = new RegExp(`#(${sign}+)`, 'y')
const whole = new RegExp(`^${sign}+$`)

/** The scheme of a tag in the HTML, before links are resolved. */
const scheme = 'tag:'

const longestTag = 200
const mostLevels = 20
const mostTags = 100

/** A tag without empty levels; undefined for what the editor takes for text, or what is too long for an index. */
export function readTag(text: string): string | undefined {
  const levels = text.normalize('NFC').split('/').filter(Boolean)
  const tag = levels.join('/')
  if (tag.length > longestTag || levels.length > mostLevels) return undefined
  const isTag = whole.test(tag) && !/^[\d/]+$/.test(tag) && !/\p{Cc}|\p{Cs}/u.test(tag)
  return isTag ? tag : undefined
}

/** Reads `#tag` and `#tag/below` at the start of a word. */
export function tags(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'tag', rule)
}

function rule(state: StateInline, silent?: boolean): boolean {
  const { src, pos } = state
  if (state.linkLevel > 0) return false
  if (pos > 0 && !/\s/.test(src[pos - 1] ?? '')) return false
  form.lastIndex = pos
  const [all = '', name = ''] = form.exec(src) ?? []
  const tag = readTag(name)
  if (tag === undefined) return false
  state.pos += all.length
  if (silent) return true
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', `${scheme}${encodeURIComponent(tag)}`]]
  open.meta = { tag }
  state.push('text', '', 0).content = all
  state.push('link_close', 'a', -1)
  return true
}

/** The tag that an address in the HTML of a note stands for. */
export function tagIn(href: string): string | undefined {
  if (!href.startsWith(scheme)) return undefined
  try {
    return readTag(decodeURIComponent(href.slice(scheme.length)))
  } catch {
    return undefined
  }
}

/** The tags of a front matter and of a text, each once, however it is capitalized. */
export function tagsOf(properties: readonly string[], tokens: readonly Token[]): string[] {
  const found = new Map<string, string>()
  const add = (tag: unknown) => {
    if (typeof tag === 'string' && found.size < mostTags) found.getOrInsert(tagKey(tag), tag)
  }
  for (const property of properties) add(readTag(property))
  for (const { children } of tokens) for (const child of children ?? []) add(child.meta?.['tag'])
  return [...found.values()]
}

/** The words of a paragraph, without its tags. */
export function withoutTags(children: readonly Token[]): Token[] {
  return children.filter((_child, at) => children[at - 1]?.meta?.['tag'] === undefined)
}

/** What two ways of writing a tag have in common. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().normalize('NFC')
}

/** The keys of tags and of every tag above them: `a/b` is below `a`. */
export function tagKeys(all: readonly string[]): string[] {
  const keys = all.flatMap(tag => {
    const levels = tagKey(tag).split('/')
    return levels.map((_level, at) => levels.slice(0, at + 1).join('/'))
  })
  return [...new Set(keys)]
}
