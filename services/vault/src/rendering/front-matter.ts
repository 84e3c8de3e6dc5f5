import { parse } from 'yaml'
import { cutComments } from './comments.ts'

/** What a note says about itself, and the rest of it. */
export interface Split {
  title?: string
  aliases: string[]
  language?: string
  tags: string[]
  description?: string
  /** A file, as in a link. */
  image?: string
  /** As in 2026-11-21. */
  date?: string
  permalink?: string
  /** Whether the Excalidraw plugin opens the note as a drawing. */
  isDrawing: boolean
  /** All of it, as texts. */
  properties: Properties
  body: string
}

export type Properties = Record<string, string | string[]>

const block = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** Other characters could close a tag. */
const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

const mostAliases = 100
const longestName = 300

/** Splits a note into its front matter and its body. Front matter that is broken says nothing. */
export function splitNote(note: string): Split {
  const [head = '', yaml = ''] = block.exec(note) ?? []
  const body = note.slice(head.length).replace(/^\uFEFF/, '')
  const all = readProperties(yaml)
  const { title, aliases, alias, lang, ...others } = all
  const named = nameOf(title)
  const [description, permalink] = [others['description'], others['permalink']].map(nameOf)
  // A link without quotes is a list in a list.
  const image = [others['image'], others['cover']].flat(3).map(nameOf).find(Boolean)
  const date = [others['date'], others['created'], others['updated']].map(dateIn).find(Boolean)
  const names = [aliases, alias].flat().map(nameOf)
  return {
    ...(named !== '' && { title: named }),
    aliases: names.filter(one => one !== '').slice(0, mostAliases),
    ...(typeof lang === 'string' && language.test(lang.trim()) && { language: lang.trim() }),
    tags: tagsIn([others['tags'], others['tag']]),
    ...(description && { description }),
    ...(image && { image }),
    ...(date && { date }),
    ...(permalink && { permalink }),
    isDrawing: others['excalidraw-plugin'] !== undefined,
    properties: Object.fromEntries(Object.entries(all).slice(0, mostAliases).map(shown)),
    body,
  }
}

/** A property as texts without comments: the page shows it to people. */
function shown([name, value]: [string, unknown]): [string, string | string[]] {
  const texts = [value].flat(3).map(one => cutComments(nameOf(one)).kept)
  return [nameOf(name), Array.isArray(value) ? texts.filter(Boolean) : (texts[0] ?? '')]
}

/** Tags in a list, or in a text with commas or spaces between them. */
function tagsIn(values: readonly unknown[]): string[] {
  return values
    .flatMap(value => (typeof value === 'string' ? value.split(/[\s,]+/) : value))
    .map(nameOf)
    .map(tag => tag.replace(/^#/, ''))
    .filter(tag => !/^$|[\s#]/.test(tag))
}

/** The date of a day or of a moment; empty for anything else. */
function dateIn(value: unknown): string {
  const [, date = ''] = /^([1-9]\d{3}-\d\d-\d\d)(?:$|[T ])/.exec(nameOf(value)) ?? []
  try {
    return Temporal.PlainDate.from(date).toString()
  } catch {
    return ''
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
