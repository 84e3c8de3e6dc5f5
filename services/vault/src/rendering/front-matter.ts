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

/** Splits a note into its front matter and its body. Front matter that is broken says nothing. */
export function splitNote(note: string): Split {
  const [all = '', yaml = ''] = block.exec(note) ?? []
  const body = note.slice(all.length).replace(/^\uFEFF/, '')
  const { title, aliases, alias, lang } = readProperties(yaml)
  const names = [aliases, alias].flat().filter(one => typeof one === 'string')
  const known = names.map(one => one.trim()).filter(one => one !== '')
  return {
    ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim().slice(0, 300) }),
    aliases: known.slice(0, mostAliases).map(one => one.slice(0, 300)),
    ...(typeof lang === 'string' && language.test(lang.trim()) && { language: lang.trim() }),
    body,
  }
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
