/** Rows as text in columns, each as wide as its widest cell; nothing for no rows. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  )
  return rows.map(row =>
    row
      .map((cell, index) => shown(cell).padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** A text that others chose, without what would steer the terminal. */
export function shown(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Exactly these are meant.
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, '\uFFFD')
}

/** A number of bytes as people say it. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
