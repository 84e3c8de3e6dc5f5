import type { MarkdownIt, StateCore, Token } from 'markdown-it'

export type Direction = 'ltr' | 'rtl'

/** Letters that are written from right to left. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}]/u

/** The direction of a text: that of its first letter, as browsers find it. Undefined without letters. */
export function directionOf(text: string): Direction | undefined {
  const letter = /\p{L}/u.exec(text)?.[0]
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

const scripts = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Samr', 'Syrc', 'Thaa'])

/** The direction of a language, by the script that it is usually written in. */
export function directionOfLanguage(language: string): Direction {
  try {
    const { script = '' } = new Intl.Locale(language).maximize()
    return scripts.has(script) ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}

/** Blocks of text: the browser finds the direction of each. */
const texts = new Set('paragraph_open heading_open th_open td_open callout_title_open'.split(' '))
/** Blocks with blocks in them: browsers do not look inside for the direction, which says where signs of lists stand. */
const frames = new Set(
  'blockquote_open bullet_list_open ordered_list_open list_item_open table_open'.split(' '),
)

/** Whether HTML has letters, and all of them are written from left to right. */
export function isLeftToRight(html: string): boolean {
  const text = html.replaceAll(/<[^<>]*>/g, '')
  return /\p{L}/u.test(text) && !rightToLeft.test(text)
}

/** Gives each block of a note the direction of its text; a note without letters from right to left needs none. */
export function directions(markdown: MarkdownIt): void {
  markdown.core.ruler.push('directions', ({ src, tokens }: StateCore) => {
    if (!rightToLeft.test(src)) return
    let open: Token[] = []
    for (const token of tokens) {
      if (texts.has(token.type) && !token.hidden) token.attrSet('dir', 'auto')
      if (frames.has(token.type)) open.push(token)
      if (token.nesting === -1 && frames.has(token.type.replace('_close', '_open')))
        open = open.filter(({ level }) => level < token.level)
      const direction = token.type === 'inline' && open.length > 0 && directionOf(lettersOf(token))
      if (!direction) continue
      for (const frame of open) frame.attrSet('dir', direction)
      open = []
    }
  })
}

function lettersOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('')
}
