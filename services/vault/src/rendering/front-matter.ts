import { parse } from 'yaml'

/** What a note says about itself, and the rest of it. */
export interface Split {
  title?: string
  aliases: string[]
  language?: string
  body: string
}

const block = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** Other characters could close a tag. */
const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

const mostAliases = 100
const longestName = 300

/** Splits a note into its front matter and its body. Front matter that is broken says nothing. */
export function splitNote(note: string): Split {
  const [all = '', yaml = ''] = block.exec(note) ?? []
  const body = note.slice(all.length).replace(/^\uFEFF/, '')
  const { title, aliases, alias, lang } = readProperties(yaml)
  const named = nameOf(title)
  const others = [aliases, alias].flat().map(nameOf)
  return {
    ...(named !== '' && { title: named }),
    aliases: others.filter(one => one !== '').slice(0, mostAliases),
    ...(typeof lang === 'string' && language.test(lang.trim()) && { language: lang.trim() }),
    body,
  }
}

/** A name on one line, as PostgreSQL and pages can have it; empty for what is no text. */
function nameOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const line = value.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return line.slice(0, longestName).toWellFormed()
}

function readProperties(yaml: string): Record<string, unknown> {
  // Every value stays the text that somebody wrote: a title such as 2026 or yes too.
  const options = { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' } as const
  try {
    const found: unknown = parse(yaml.replaceAll('\r', ''), options)
    return typeof found === 'object' && found !== null ? { ...found } : {}
  } catch {
    return {}
  }
}
