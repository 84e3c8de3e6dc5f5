/** A figure: ours, the greedy rule's, and the limit for ours. */
export interface Figure {
  name: string
  greedy: number | null
  ours: number
  /** null: no limit, shown for comparison */
  bar: number | null
  digits: number
}

export const reached = ({ ours, bar }: Figure) => bar === null || ours <= bar

/** The figures as a Markdown table, with a mark for each. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(figure => [
    figure.name,
    figure.greedy?.toFixed(figure.digits) ?? '',
    figure.ours.toFixed(figure.digits),
    figure.bar === null ? '' : `<= ${figure.bar}`,
    figure.bar === null ? '' : reached(figure) ? '✓' : '✗ missed',
  ])
  const lines = [
    ['Figure', 'Greedy', 'Ours', 'Bar', ''],
    ['---', '--:', '--:', '--:', '---'],
    ...rows,
  ]
  const widths = [0, 1, 2, 3, 4].map(column =>
    Math.max(...lines.map(line => line[column]?.length ?? 0)),
  )
  return lines
    .map(line => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}
