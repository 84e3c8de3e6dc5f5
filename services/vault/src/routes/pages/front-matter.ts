const block = /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/

/** A note without the properties that an editor keeps at its top. They are not for readers. */
export function withoutFrontMatter(note: string): string {
  return note.replace(block, '').replace(/^\uFEFF/, '')
}
