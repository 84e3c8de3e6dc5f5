import { parse } from 'yaml'
import { cutComments } from './comments.ts'

/** What a note says about itself, empty where it says nothing, and the rest of it. */
export type Split = ReturnType<typeof splitNote>

export type Properties = Record<string, string | string[]>

const block = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** Other characters could close a tag. */
const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

const mostAliases = 100
const longestName = 300

/** Splits a note into its front matter and its body. Front matter that is broken says nothing. */
export function splitNote(note: string) {
  const [head = '', yaml = ''] = block.exec(note) ?? []
  const all = readProperties(yaml)
  const first = (...values: unknown[]) => values.map(nameOf).find(Boolean) ?? ''
  const language = first(all['lang'])
  return {
    title: first(all['title']),
    aliases: [all['aliases'], all['alias']]
      .flat()
      .map(nameOf)
      .filter(Boolean)
      .slice(0, mostAliases),
    language: languageTag.test(language) ? language : '',
    tags: tagsIn([all['tags'], all['tag']]),
    description: first(all['description']),
    /** A file, as in a link: without quotes it is a list in a list. */
    image: first(...[all['image'], all['cover']].flat(3)),
    /** As in 2026-11-21. */
    date: [all['date'], all['created'], all['updated']].map(dateIn).find(Boolean) ?? '',
    permalink: first(all['permalink']),
    /** Whether the Excalidraw plugin opens the note as a drawing. */
    isDrawing: all['excalidraw-plugin'] !== undefined,
    /** All of it, as texts. */
    properties: Object.fromEntries(Object.entries(all).slice(0, mostAliases).map(shown)),
    body: note.slice(head.length).replace(/^\uFEFF/, ''),
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
