const block = /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/

/** A note without its front matter. */
export function withoutFrontMatter(note: string): string {
  return note.replace(block, '').replace(/^\uFEFF/, '')
}

const language = /^lang[ \t]*:[ \t]*["']?([a-z]{2,3}(?:-[a-z0-9]{2,8})*)["']?[ \t]*\r?$/im

/** The language of a note, from `lang: fr` in its front matter; undefined without it. */
export function languageOf(note: string): string | undefined {
  const [properties = ''] = block.exec(note) ?? []
  return language.exec(properties)?.[1]
}
