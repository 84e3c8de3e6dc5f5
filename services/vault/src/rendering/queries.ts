import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** Code that Dataview runs; of it, what asks for the name or a property of the note itself. */
const query = /^(?:=\s+\S|=(?:this|date|dur)\b|=\[\[|\$=\s*\S)/
const ownName = /^=\s*this\.file\.(?:name|link)$/
const property = /^=\s*this(?:\.([\p{L}\p{N}_-]+)|\["([^"]+)"\])$/u

/** Answers inline queries. What only Dataview can tell is a dash, as where it finds nothing. */
export function queries(markdown: MarkdownIt): void {
  markdown.renderer.rules['own_name'] = () => '<span class="own-name"></span>'
  markdown.core.ruler.push('queries', state => {
    for (const token of state.tokens)
      token.children = token.children?.flatMap(child => answer(child, state)) ?? null
  })
}

function answer(child: Token, { md, env, Token: Kind }: StateCore): Token[] {
  if (child.type !== 'code_inline' || !query.test(child.content)) return [child]
  if (ownName.test(child.content)) return [new Kind('own_name', '', 0)]
  const [, word, quoted = ''] = property.exec(child.content) ?? []
  const asked = folded(word ?? quoted)
  const [, found] =
    Object.entries(env['properties'] ?? {}).find(([name]) => folded(name) === asked) ?? []
  const answered: Token[] = []
  md.inline.parse([found].flat().join(', ') || '–', md, env, answered)
  return answered
}

/** Dataview folds capitals and spaces. */
const folded = (name: string) => name.toLowerCase().replaceAll(' ', '-')
