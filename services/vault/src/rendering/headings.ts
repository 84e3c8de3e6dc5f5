import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { blockName } from './blocks.ts'
import { sign } from './comments.ts'
import { formerSlug, slugOfHeading } from './links.ts'
import type { Heading } from './pieces.ts'
import { addId } from './sections.ts'
import { plainText } from './words.ts'

/** Gives headings their ids. */
export function headingIds(markdown: MarkdownIt): void {
  markdown.core.ruler.push('heading-ids', nameHeadings)
}

/** The headings below the title; those inside of quotes and lists are left out. */
export function headingsOf(tokens: readonly Token[], title: number): Heading[] {
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open' || token.level > 0 || at === title) return []
    const text = plainText(tokens[at + 1]?.children ?? [])
    const level = Number(token.tag.slice(1))
    return text === ''
      ? []
      : [{ level, id: String(token.attrGet('id') ?? ''), text: text.toWellFormed() }]
  })
}

/** Gives each heading an id; repeated headings get a number. */
function nameHeadings({ tokens }: StateCore): void {
  const headings = tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return []
    const { content = '', children } = tokens[at + 1] ?? {}
    return [{ token, content, words: plainText(children ?? []) }]
  })
  const numbered = numbers()
  for (const { token, content, words } of headings) {
    // What a comment hides must not stand in an id, either.
    const source = content.includes(sign) ? words : content.replace(blockName, '')
    const slug = slugOfHeading(source)
    token.meta = { ...token.meta, slug }
    token.attrSet('id', numbered(slug))
  }
  const formerly = numbers()
  const taken = new Set(headings.map(({ token }) => token.attrGet('id')))
  for (const { token, words } of headings) {
    // Readers may have kept the address.
    const former = formerly(formerSlug(words))
    if (!taken.has(former)) addId(token, former)
  }
}

/** Numbers what is repeated, so that no id is given twice. */
function numbers(): (slug: string) => string {
  const counts = new Map<string, number>()
  const taken = new Set<string>()
  return slug => {
    let count = counts.get(slug) ?? 0
    let id = count === 0 ? slug : `${slug}-${count}`
    while (taken.has(id)) id = `${slug}-${++count}`
    counts.set(slug, count + 1)
    taken.add(id)
    return id
  }
}
