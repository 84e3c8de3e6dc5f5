import { notificationTable } from './notification-table.ts'

/** The rows as a Markdown table. */
function tableText(): string {
  const rows = notificationTable.map(({ sent, answer, follows }) => [sent, answer, follows])
  const head = ['What is sent', 'Answer', 'What follows']
  const width = head.map((word, column) =>
    Math.max(word.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(width[column] ?? 0)).join(' | ')} |`
  return [line(head), line(width.map(count => '-'.repeat(count))), ...rows.map(line)].join('\n')
}

/** The page with the current table between its two comments. */
export function withTable(readme: string): string {
  return readme.replace(
    /(<!-- notifications: .*-->\n)[^]*(<!-- notifications end -->)/,
    (_all, begin: string, end: string) => `${begin}\n${tableText()}\n\n${end}`,
  )
}
