const block = /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/

/** A note without the properties that an editor keeps at its top. They are not for readers. */
export function withoutFrontMatter(note: string): string {
  return note.replace(block, '').replace(/^\uFEFF/, '')
}

const language = /^lang[ \t]*:[ \t]*["']?([a-z]{2,3}(?:-[a-z0-9]{2,8})*)["']?[ \t]*\r?$/im

/** The language that a note says it is in, as `lang: fr`; undefined where it says none. */
export function languageOf(note: string): string | undefined {
  const [properties = ''] = block.exec(note) ?? []
  return language.exec(properties)?.[1]
}
