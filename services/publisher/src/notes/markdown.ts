/** The colours that services/vault has for text. */
export type Colour = 'blue' | 'orange' | 'green'

/** Escapes text for Markdown and keeps it on one line. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
}

/** A table of Markdown cells; number columns are right-aligned. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { numbers = false }: { numbers?: boolean } = {},
): string {
  const rule = head.map((_, column) => (numbers && column > 0 ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Text of Markdown in a colour, as plain text on hosts that do not know it. */
export function coloured(text: string, colour: Colour | null): string {
  return colour === null ? text : `<span class="${colour}">${text}</span>`
}

/** Markdown in a box of this colour. */
export function banner(colour: Colour | null, ...parts: readonly string[]): string {
  const kind = colour === null ? 'banner' : `banner ${colour}`
  return [`<div class="${kind}">`, ...parts, '</div>'].join('\n\n')
}

/** A link to another file of the site. */
export function link(text: string, path: string): string {
  return `[${plainText(text)}](${path})`
}

/** A note with its title and language in the front matter; hosts take the heading, and English, otherwise. */
export function withProperties(
  { title = null, language }: { title?: string | null; language: string },
  text: string,
): string {
  const lines = [
    ...(title === null ? [] : [`title: ${title}`]),
    ...(language === 'en' ? [] : [`lang: ${language}`]),
  ]
  return lines.length === 0 ? text : `---\n${lines.join('\n')}\n---\n\n${text}`
}

/** Joins the parts of a note with blank lines. */
export function note(...parts: readonly string[]): string {
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}
