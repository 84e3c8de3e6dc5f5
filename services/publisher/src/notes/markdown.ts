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

/** A link to another file of the site. */
export function link(text: string, path: string): string {
  return `[${plainText(text)}](${path})`
}

/** A note with its language in the front matter; hosts assume English otherwise. */
export function inLanguage(language: string, text: string): string {
  return language === 'en' ? text : `---\nlang: ${language}\n---\n\n${text}`
}

/** Joins the parts of a note with blank lines. */
export function note(...parts: readonly string[]): string {
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}
